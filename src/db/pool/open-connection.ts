/** Opens a connection to a server that this program can use, within a time limit. docs/operate/install.md lists these servers. */

import { type Connection, type ConnectionOptions, createConnection } from 'mysql2';

import type { DatabaseProduct } from '../../observer';
import { cut, ServerConnection, startDeadline } from './connection';

interface Server {
  readonly product: DatabaseProduct;
  readonly version: string;
  readonly comment: string;
}

/** `limit`, because the session is not set yet. */
const WHICH_SERVER = `select if(version() like '%mariadb%', 'mariadb', 'mysql') as product, version() as version,
  @@version_comment as comment limit 1`;

/**
 * Connects, asks which server this is, and runs `session` if this program can use the server.
 * @param limitMs milliseconds for all of that
 * @param signal ends the attempt
 */
export async function openConnection(
  options: ConnectionOptions,
  session: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<ServerConnection> {
  // The driver's own deadline would count the time in which the event loop was blocked.
  const connection = createConnection({ ...options, connectTimeout: 0 });
  // The callbacks below report every failure.
  connection.on('error', () => undefined);
  let giveUp = (_reason: string): void => undefined;
  const nobodyWaits = () => giveUp('nobody waits for the connection');
  const stopDeadline = startDeadline(limitMs, () => giveUp('no session in time'));
  signal.addEventListener('abort', nobodyWaits);
  try {
    const product = await new Promise<DatabaseProduct>((resolve, reject) => {
      giveUp = (reason) => reject(new Error(reason));
      connection.connect((refused) => {
        if (refused) return reject(refused);
        connection.query(WHICH_SERVER, (unknown, rows) => {
          const [server] = (rows ?? []) as Server[];
          const problem = productProblem(server?.version ?? greetingOf(connection), server?.comment);
          if (problem !== undefined) return reject(Object.assign(new Error(problem), { code: 'UNSUPPORTED' }));
          if (unknown) return reject(unknown);
          connection.query(session, (unset) => (unset ? reject(unset) : resolve(server?.product ?? 'mysql')));
        });
      });
    });
    return new ServerConnection(connection, product);
  } catch (error) {
    cut(connection);
    throw error;
  } finally {
    stopDeadline();
    signal.removeEventListener('abort', nobodyWaits);
  }
}

/** The version in the greeting of the server, for one that does not answer a statement. */
const greetingOf = (connection: Connection): string =>
  (connection as Connection & { readonly _handshakePacket?: { readonly serverVersion?: string } })._handshakePacket
    ?.serverVersion ?? '';

const NEEDED = 'which Leasegate cannot use: it needs MySQL 8.0 or newer, or MariaDB 10.6 or newer';

/** By a word of the version or of `version_comment`. Each speaks the protocol of MySQL and differs in what it stores or answers. */
const OTHERS = { TiDB: /tidb/i, Vitess: /vitess|planetscale/i, SingleStore: /singlestore|memsql/i };

/**
 * Why a server cannot be used, to follow the words “the database”. Undefined if it can.
 * @param version as `version()` says it, or the greeting, in which MariaDB begins with `5.5.5-`
 */
export function productProblem(version: string, comment = ''): string | undefined {
  const [product] = Object.entries(OTHERS).find(([, word]) => word.test(`${version} ${comment}`)) ?? [];
  if (product !== undefined) return `is ${product}, ${NEEDED}`;
  const [, major = '', minor = ''] = /^(?:5\.5\.5-(?=\d+\.\d+\.\d+-mariadb))?(\d+)\.(\d+)/i.exec(version) ?? [];
  const [name, least] = /mariadb/i.test(version) ? ['MariaDB', 1006] : ['MySQL', 800];
  // Numbers that nobody can read say nothing.
  if (major === '' || Number(major) * 100 + Number(minor) >= least) return undefined;
  return `is ${name} ${major}.${minor}, ${NEEDED}`;
}
