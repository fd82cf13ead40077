/** Opens the database. Every connection has the same session. */

import { Kysely, MysqlDialect } from 'kysely';
import { type Connection, type ConnectionOptions, createConnection, type SslOptions } from 'mysql2';

import type { DatabaseAddress } from '../config/setting-values';
import type { DatabaseProduct, Observer } from '../observer';
import { cut, ServerConnection, startDeadline } from './pool/connection';
import { ConnectionPool, type PoolOptions } from './pool/pool';
import { ownSession } from './session';
import type { Tables } from './tables';

export interface ConnectOptions extends Omit<PoolOptions, 'address' | 'observer' | 'monotonicNow'> {
  readonly observer?: Observer;
}

/** How all commands except `serve` connect. */
export const COMMAND_CONNECTION: ConnectOptions = { poolSize: 2, connectTimeoutMs: 10_000 };

/** `ssl=` never gives less than it promises. If TLS is asked for, mysql2 never connects without it. */
function encryption({ ssl, certificates }: DatabaseAddress): SslOptions {
  const verify = ssl === 'verify';
  return { rejectUnauthorized: verify, verifyIdentity: verify, ...certificates.reveal(), minVersion: 'TLSv1.2' };
}

export function connectionOptions(address: DatabaseAddress): ConnectionOptions {
  const { host, port, login, database } = address;
  return {
    host,
    port,
    ...login.reveal(),
    database,
    ...(address.ssl !== 'off' && { ssl: encryption(address) }),
    charset: 'utf8mb4_bin',
    enableKeepAlive: true,
    // Decisions 6 and 16: dates stay text, decimals become numbers, and integers too large for a number stay text.
    dateStrings: true,
    decimalNumbers: true,
    supportBigNumbers: true,
    // An object among the parameters must never become SQL.
    stringifyObjects: true,
  };
}

/** The address for messages to operators, without the account. */
export function addressOf({ host, port }: DatabaseAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Connects on first use, so the program starts without the database. The caller closes it with `destroy()`. */
export function connect(address: DatabaseAddress, options: ConnectOptions): Kysely<Tables> {
  const session = ownSession(options.statementTimeoutMs);
  // With options of its own, no connection resumes a TLS session, which would check no certificate.
  const open = (signal: AbortSignal) =>
    openConnection(connectionOptions(address), session, options.connectTimeoutMs, signal);
  const pool = new ConnectionPool(open, {
    monotonicNow: performance.now.bind(performance),
    observer: {},
    address: addressOf(address),
    ...options,
  });
  return new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
}

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
async function openConnection(
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
