/** A connection to the server, from its handshake to its end. Every wait has a deadline. */

import type { Socket } from 'node:net';

import { type Connection, type ConnectionOptions, createConnection } from 'mysql2';

import { ServiceError } from '../../errors';
import type { DatabaseProduct } from '../../observer';
import { productProblem } from '../products';
import { startDeadline } from './deadline';

interface Server {
  readonly product: DatabaseProduct;
  readonly version: string;
  readonly comment: string;
}

/** `limit`, because the session is not set yet. */
const WHICH_SERVER = `select if(version() like '%mariadb%', 'mariadb', 'mysql') as product, version() as version,
  @@version_comment as comment limit 1`;

const lost = (): Error => Object.assign(new Error('the connection ended'), { code: 'PROTOCOL_CONNECTION_LOST' });

const nothing = (): void => undefined;

/** A connection whose session is ready. */
export class ServerConnection {
  /** Called once when the connection is closed, by either side. */
  onClosed: () => void = nothing;
  /** Whether it takes statements: neither side has begun to close it. */
  isOpen = true;
  isClosed = false;
  /** Fails the running statement. */
  #fail: (error: Error) => void = nothing;

  constructor(
    private readonly connection: Connection,
    readonly product: DatabaseProduct,
  ) {
    socketOf(connection).once('close', () => {
      this.isOpen = false;
      this.isClosed = true;
      this.onClosed();
      this.#fail(lost());
    });
    // mysql2 reports some failures only to the connection, and its statement would wait for ever.
    connection.on('error', () => this.cut());
  }

  /**
   * Runs one statement. The one before it must be done. A statement that exceeds its time limit closes the connection, because
   * it is unknown how long the server will keep running it.
   * @param limitMs milliseconds; no limit when undefined
   * @throws {ServiceError} `timeout`, or the error of the driver
   */
  async ask(sql: string, parameters: readonly unknown[], limitMs: number | undefined): Promise<unknown> {
    let stopDeadline = nothing;
    try {
      return await new Promise((resolve, reject) => {
        this.#fail = reject;
        const expire = () => {
          reject(new ServiceError('timeout', { cause: new Error('the server did not answer a statement') }));
          this.cut();
        };
        if (limitMs !== undefined) stopDeadline = startDeadline(limitMs, expire);
        this.connection.query(sql, [...parameters], (error, result) => (error ? reject(error) : resolve(result)));
      });
    } finally {
      stopDeadline();
      // It would keep the result as long as the connection.
      this.#fail = nothing;
    }
  }

  /** Closes it in the regular way, with a message to the server. */
  close(): void {
    this.isOpen = false;
    // The driver calls back just before it writes the command that closes the session.
    this.connection.end(() => setImmediate(() => socketOf(this.connection).destroySoon()));
  }

  /** Closes it at once. mysql2's `destroy` waits for the server to close its side, which a frozen server never does. */
  cut(): void {
    this.isOpen = false;
    cut(this.connection);
  }
}

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

/** After this the driver calls no callbacks. */
export function cut(connection: Connection): void {
  connection.destroy();
  socketOf(connection).destroy();
}

export function socketOf(connection: Connection): Socket {
  return (connection as Connection & { readonly stream: Socket }).stream;
}
