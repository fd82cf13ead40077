/** A connection to the server, from its handshake to its end, and how the pool lends it. Every wait has a deadline. */

import type { Socket } from 'node:net';

import type { MysqlPoolConnection } from 'kysely';
import { type Connection, type ConnectionOptions, createConnection, type RowDataPacket } from 'mysql2';

import { ServiceError } from '../../errors';
import { isLost, timeoutAfter, translateFailure } from './failures';

export type Done = (error: unknown, result?: unknown) => void;

export type Opened = (error: unknown, connection?: ServerConnection) => void;

/** A thread of a server, by which another connection can end its statement. */
export interface ServerThread {
  /** Distinguishes servers behind the same address. */
  readonly server: string;
  readonly id: number;
}

/** Ids are unique only within one server. Behind a load balancer, the next connection may reach another server. */
const WHICH_THREAD = `select concat_ws(':', @@hostname, @@port, @@server_id) as server, connection_id() as id`;

const lost = (): Error => Object.assign(new Error('the connection ended'), { code: 'PROTOCOL_CONNECTION_LOST' });

/** A connection whose session is ready. */
export class ServerConnection {
  /** Called once when the connection is closed, by either side. */
  onClosed: () => void = () => undefined;
  #open = true;
  #closed = false;
  /** The callback of the running statement. */
  #done: Done | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    readonly thread: ServerThread,
  ) {
    socketOf(connection).once('close', () => {
      this.#open = false;
      this.#closed = true;
      this.onClosed();
      this.#settle(lost());
    });
    // mysql2 reports some failures only to the connection, and its statement would wait for ever.
    connection.on('error', () => this.cut());
  }

  /** Whether it takes statements: neither side has begun to close it. */
  get isOpen(): boolean {
    return this.#open;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Runs one statement. The one before it must be done. A statement that exceeds its time limit closes the connection, because
   * it is unknown how long the server will keep running it.
   * @param limitMs milliseconds; no limit when undefined
   */
  ask(sql: string, parameters: readonly unknown[], limitMs: number | undefined, done: Done): void {
    this.#done = done;
    if (limitMs !== undefined) this.#deadline = setTimeout(() => this.#expire(), limitMs).unref();
    this.connection.query(sql, [...parameters], (error, result) => this.#settle(error, result));
  }

  /** Closes it in the regular way, with a message to the server. */
  close(): void {
    this.#open = false;
    // The driver calls back just before it writes the command that closes the session.
    this.connection.end(() => setImmediate(() => socketOf(this.connection).destroySoon()));
  }

  /** Closes it at once. mysql2's `destroy` waits for the server to close its side, which a frozen server never does. */
  cut(): void {
    this.#open = false;
    cut(this.connection);
  }

  #expire(): void {
    this.#open = false;
    this.#settle(new ServiceError('timeout', { cause: new Error('the server did not answer a statement') }));
    this.cut();
  }

  /** Calls the callback of the statement, once. */
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
 * @param limitMs milliseconds for all of that
 * @param opened called once, not before this function returns, with an error or a connection
 * @returns a function that cancels it
 */
export function openConnection(
  options: ConnectionOptions,
  session: string,
  limitMs: number,
  opened: Opened,
): () => void {
  const connection = createConnection({ ...options, connectTimeout: limitMs });
  // The callbacks below report every failure.
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

/** After this the driver calls no callbacks. */
export function cut(connection: Connection): void {
  connection.destroy();
  socketOf(connection).destroy();
}

export function socketOf(connection: Connection): Socket {
  return (connection as Connection & { readonly stream: Socket }).stream;
}

/** What a pooled connection needs from the pool. */
export interface ConnectionOwner {
  /** The time limit of a statement, milliseconds. No limit if undefined. */
  readonly limitMs: number | undefined;
  /** The setting that this limit enforces, which is a little shorter. */
  readonly timeoutMs: number | undefined;
  monotonicNow(): number;
  /** A statement was answered. The result is a list of rows if it reads. */
  answered(result: unknown): void;
  /** A statement was lost with its connection. */
  lost(): void;
  /** Whether a lost read may be sent again. Each call uses up some of the budget. */
  mayRetry(): boolean;
  /** Replaces a lost connection by a new one. */
  renew(pooled: PooledConnection, opened: Opened): void;
  /** A statement has exceeded its time limit and still runs on the server. */
  abandon(thread: ServerThread): void;
  takeBack(pooled: PooledConnection): void;
}

/** What the pool lends to one caller at a time. Its connection to the server can be replaced. */
export class PooledConnection implements MysqlPoolConnection {
  /** Whether a caller holds it. */
  held = false;
  /** No statement has run since the caller got it, so no state would be lost with the connection. */
  #untouched = true;
  /** How long the caller waited for the connection, milliseconds. */
  #waitedMs = 0;
  /** The failure that closed the connection. Later statements of the caller, such as a rollback, fail in the same way. */
  #failure: unknown;

  constructor(
    private readonly owner: ConnectionOwner,
    public connection: ServerConnection,
  ) {}

  lend(waitedMs: number): this {
    this.held = true;
    this.#untouched = true;
    this.#waitedMs = waitedMs;
    this.#failure = undefined;
    return this;
  }

  release(): void {
    this.held = false;
    this.owner.takeBack(this);
  }

  /** The time that the caller waited is deducted from the limit of its first statement, which keeps at least half of it. */
  get #firstLimitMs(): number | undefined {
    const { limitMs } = this.owner;
    return limitMs === undefined ? undefined : Math.max(limitMs - this.#waitedMs, limitMs / 2);
  }

  /** Kysely calls it without `done` only to stream rows, which this program never does. */
  query = ((sql: string, parameters: readonly unknown[], done: Done): void => {
    if (this.#failure !== undefined) return done(this.#failure);
    const { owner } = this;
    const untouched = this.#untouched;
    this.#untouched = false;
    const limitMs = untouched ? this.#firstLimitMs : owner.limitMs;
    const until = limitMs === undefined ? undefined : owner.monotonicNow() + limitMs;
    const asked = this.connection;
    asked.ask(sql, parameters, limitMs, (error, result) => {
      if (!error) {
        owner.answered(result);
        return done(null, result);
      }
      if (error instanceof ServiceError) owner.abandon(asked.thread);
      const lost = isLost(error);
      if (lost) {
        owner.lost();
        asked.cut();
      }
      if (lost && untouched && owner.mayRetry()) this.#askAgain(sql, parameters, until, error, done);
      else this.#fail(error, done);
    });
  }) as unknown as MysqlPoolConnection['query'];

  #askAgain(sql: string, parameters: readonly unknown[], until: number | undefined, lost: unknown, done: Done): void {
    const { owner } = this;
    owner.renew(this, (_refused, connection) => {
      const left = until === undefined ? undefined : until - owner.monotonicNow();
      if (connection === undefined || (left !== undefined && left <= 0)) return this.#fail(lost, done);
      connection.ask(sql, parameters, left, (error, result) => {
        if (error instanceof ServiceError) owner.abandon(connection.thread);
        if (error) return this.#fail(error, done);
        owner.answered(result);
        done(null, result);
      });
    });
  }

  #fail(error: unknown, done: Done): void {
    const { timeoutMs } = this.owner;
    const failure =
      error instanceof ServiceError ? timeoutAfter(timeoutMs, error.cause) : translateFailure(error, timeoutMs);
    if (!this.connection.isOpen) this.#failure = failure;
    done(failure);
  }
}
