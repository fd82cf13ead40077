/** One connection to the server, from its handshake to its end. Nobody waits on it longer than the deadlines. */

import type { Socket } from 'node:net';

import { type Connection, type ConnectionOptions, createConnection, type RowDataPacket } from 'mysql2';

import { ServiceError } from '../errors';

export type Done = (error: unknown, result?: unknown) => void;

export type Opened = (error: unknown, connection?: ServerConnection) => void;

/** A statement on the server, as another connection may name it. */
export interface ServerThread {
  /** Tells one server from another behind the same address. */
  readonly server: string;
  readonly id: number;
}

/** Ids count within one server alone, and behind a balancer the next connection may reach another one. */
const WHICH_THREAD = `select concat_ws(':', @@hostname, @@port, @@server_id) as server, connection_id() as id`;

const lost = (): Error => Object.assign(new Error('the connection ended'), { code: 'PROTOCOL_CONNECTION_LOST' });

/** A connection whose session is ready. */
export class ServerConnection {
  /** Called once, when it has ended, whoever ended it. */
  onGone: () => void = () => undefined;
  #open = true;
  #gone = false;
  /** Of the statement that runs. */
  #done: Done | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    readonly thread: ServerThread,
  ) {
    socketOf(connection).once('close', () => {
      this.#open = false;
      this.#gone = true;
      this.onGone();
      this.#settle(lost());
    });
    // mysql2 tells some failures to the connection alone, and its statement would wait for ever.
    connection.on('error', () => this.cut());
  }

  /** Whether a statement may be asked on it: neither side has begun to end it. */
  get isOpen(): boolean {
    return this.#open;
  }

  get isGone(): boolean {
    return this.#gone;
  }

  /**
   * Runs one statement; the one before it must be done. One that outlasts its time costs the connection, as there is no
   * telling when the server would be done.
   * @param limitMs milliseconds; no limit when undefined
   */
  ask(sql: string, parameters: readonly unknown[], limitMs: number | undefined, done: Done): void {
    this.#done = done;
    if (limitMs !== undefined) this.#deadline = setTimeout(() => this.#expire(), limitMs).unref();
    this.connection.query(sql, [...parameters], (error, result) => this.#settle(error, result));
  }

  /** Says farewell to the server. */
  close(): void {
    this.#open = false;
    // The driver calls back just before it writes its farewell.
    this.connection.end(() => setImmediate(() => socketOf(this.connection).destroySoon()));
  }

  /** Ends it at once. mysql2's `destroy` waits for the server's half, which a frozen server never closes. */
  cut(): void {
    this.#open = false;
    cut(this.connection);
  }

  #expire(): void {
    this.#open = false;
    this.#settle(new ServiceError('timeout', { cause: new Error('the server did not answer a statement') }));
    this.cut();
  }

  /** Tells the caller once. */
  #settle(error: unknown, result?: unknown): void {
    const done = this.#done;
    if (done === undefined) return;
    this.#done = undefined;
    clearTimeout(this.#deadline);
    done(error, result);
  }
}

/**
 * Connects, runs `session`, and asks which thread of which server this is.
 * @param limitMs milliseconds for all of it
 * @param opened called once and later, with an error or a connection
 * @returns how to give it up
 */
export function openConnection(
  options: ConnectionOptions,
  session: string,
  limitMs: number,
  opened: Opened,
): () => void {
  const connection = createConnection({ ...options, connectTimeout: limitMs });
  // Whoever asked is told by the callbacks below.
  connection.on('error', () => undefined);
  const fail = (error: unknown) => {
    clearTimeout(deadline);
    cut(connection);
    finish(error);
  };
  let over = false;
  const finish: Opened = (error, ready) => {
    if (over) return;
    over = true;
    opened(error, ready);
  };
  const deadline = setTimeout(() => fail(new Error('no session in time')), limitMs).unref();
  connection.connect((refused) => {
    if (refused) return fail(refused);
    connection.query(session, (unset) => {
      if (unset) return fail(unset);
      connection.query<(RowDataPacket & ServerThread)[]>(WHICH_THREAD, (unknown, rows) => {
        if (unknown || over) return fail(unknown);
        clearTimeout(deadline);
        const [{ server, id } = { server: '', id: 0 }] = rows;
        finish(null, new ServerConnection(connection, { server, id }));
      });
    });
  });
  return () => fail(new Error('nobody waits for the connection'));
}

/** No callback of the driver is called any more. */
function cut(connection: Connection): void {
  connection.destroy();
  socketOf(connection).destroy();
}

function socketOf(connection: Connection): Socket {
  return (connection as Connection & { readonly stream: Socket }).stream;
}
