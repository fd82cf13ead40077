/**
 * A connection to the server, and what the pool lends of it to one caller at a time. Every wait has a deadline. A read that is lost
 * with its connection is sent again on a new one, once.
 */

import type { Socket } from 'node:net';

import type { MysqlPoolConnection } from 'kysely';
import type { Connection } from 'mysql2';

import { ServiceError } from '../../errors';
import type { DatabaseProduct, Observer } from '../../observer';
import { isLost, timeoutAfter, translateFailure } from './failures';

/** A time limit has ten parts. However long the event loop is blocked, that uses up one of them. */
const PARTS = 10;

/**
 * Calls `end` after a time. An answer that came while the event loop was blocked is read before the time ends.
 * @returns a function that stops it
 */
export function startDeadline(ms: number, end: () => void): () => void {
  let left = PARTS;
  const timer = setInterval(() => {
    if ((left -= 1) > 0) return;
    clearInterval(timer);
    end();
  }, ms / PARTS).unref();
  return () => clearInterval(timer);
}

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

/** After this the driver calls no callbacks. */
export function cut(connection: Connection): void {
  connection.destroy();
  socketOf(connection).destroy();
}

export function socketOf(connection: Connection): Socket {
  return (connection as Connection & { readonly stream: Socket }).stream;
}

/** What a retry costs, where each answered statement earns 1: at most one statement in ten is sent again. */
const PRICE = 10;
/** The initial and the maximum budget: enough if all connections of a pool are lost at once. */
const RESERVE = 50 * PRICE;

/** Bounds how much work a gateway does twice, so that a database in trouble does not get more load than before. */
export class RetryBudget {
  #left = RESERVE;

  /** A statement was answered. */
  earn(): void {
    if (this.#left < RESERVE) this.#left += 1;
  }

  /** @returns whether one retry is allowed */
  spend(): boolean {
    if (this.#left < PRICE) return false;
    this.#left -= PRICE;
    return true;
  }
}

export interface StatementOptions {
  /** Milliseconds for a statement on the server. No limit when absent. */
  readonly statementTimeoutMs?: number;
  /** For pools that only read: a read may be sent again. When absent, no statement is. */
  readonly retries?: RetryBudget;
  readonly observer: Observer;
  /** Called for every statement that ran: its text, how long it took, and its values, which no log may contain. */
  readonly onStatement?: (sql: string, ms: number, parameters: readonly unknown[]) => void;
  /** Milliseconds, monotonic. */
  readonly monotonicNow: () => number;
}

/** A connection in a place of the pool. */
export interface Place {
  readonly connection: ServerConnection;
  /** When it reaches its maximum age. */
  readonly oldAt: number;
  /** Whether a caller holds it. */
  isLent: boolean;
  /** When it was last released. */
  idleSince: number;
}

interface Lender {
  readonly options: StatementOptions;
  readonly hasEnded: boolean;
  /** Replaces a lost connection by a new one. */
  renew(lost: Place): Promise<Place>;
  release(place: Place): void;
}

/** How much longer the pool waits than the server may work, so that usually the server ends a slow statement. */
const SLACK_MS = 300;

export class LentConnection implements MysqlPoolConnection {
  /** No statement has run yet, so no state would be lost with the connection. */
  #isUntouched = true;
  /** The failure that closed the connection. Later statements of the caller, such as a rollback, fail in the same way. */
  #failure: unknown;

  /** @param waitedMs how long the caller waited for the connection */
  constructor(
    private readonly pool: Lender,
    private place: Place,
    private readonly waitedMs: number,
  ) {}

  release(): void {
    this.pool.options.observer.connectionsBusy?.(-1);
    this.pool.release(this.place);
  }

  /** Kysely calls it without `done` only to stream rows, which this program never does. */
  query = ((sql: string, parameters: readonly unknown[], done: (error: unknown, result?: unknown) => void): void => {
    const { observer, onStatement, monotonicNow } = this.pool.options;
    const began = monotonicNow();
    const end = (error: unknown, result?: unknown) => {
      const ms = monotonicNow() - began;
      observer.statementEnded?.({ sql, ms, failed: error !== null });
      onStatement?.(sql, ms, parameters);
      done(error, result);
    };
    this.#answer(sql, parameters, began).then((result) => end(null, result), end);
  }) as unknown as MysqlPoolConnection['query'];

  /** @throws {ServiceError} or the error of the driver */
  async #answer(sql: string, parameters: readonly unknown[], began: number): Promise<unknown> {
    if (this.#failure !== undefined) throw this.#failure;
    const { statementTimeoutMs, retries, monotonicNow } = this.pool.options;
    const isUntouched = this.#isUntouched;
    this.#isUntouched = false;
    let limitMs = statementTimeoutMs === undefined ? undefined : statementTimeoutMs + SLACK_MS;
    // The time that the caller waited is deducted from the limit of its first statement, which keeps at least half of it.
    if (limitMs !== undefined && isUntouched) limitMs = Math.max(limitMs - this.waitedMs, limitMs / 2);
    try {
      return await this.#run(sql, parameters, limitMs);
    } catch (error) {
      const mayRepeat =
        isLost(error, limitMs !== undefined) && isUntouched && !this.pool.hasEnded && retries?.spend() === true;
      const renewed = mayRepeat ? await this.pool.renew(this.place).catch(() => undefined) : undefined;
      if (renewed === undefined) throw this.#failed(error);
      this.place = renewed;
      const leftMs = limitMs === undefined ? undefined : limitMs - (monotonicNow() - began);
      if (leftMs !== undefined && leftMs <= 0) throw this.#failed(error);
      return await this.#run(sql, parameters, leftMs).catch((again: unknown) => {
        throw this.#failed(again);
      });
    }
  }

  async #run(sql: string, parameters: readonly unknown[], limitMs: number | undefined): Promise<unknown> {
    const { connection } = this.place;
    const { observer, retries } = this.pool.options;
    try {
      const result = await connection.ask(sql, parameters, limitMs);
      retries?.earn();
      if (Array.isArray(result)) observer.rowsRead?.(result.length);
      return result;
    } catch (error) {
      // The server ends the statement itself, at the same limit.
      if (error instanceof ServiceError) observer.connectionDiscarded?.('timeout');
      else if (isLost(error, limitMs !== undefined)) {
        observer.connectionDiscarded?.('failed');
        connection.cut();
      }
      throw error;
    }
  }

  #failed(error: unknown): unknown {
    const { statementTimeoutMs } = this.pool.options;
    const failure =
      error instanceof ServiceError
        ? timeoutAfter(statementTimeoutMs, error.cause)
        : translateFailure(error, statementTimeoutMs);
    if (!this.place.connection.isOpen) this.#failure = failure;
    return failure;
  }
}
