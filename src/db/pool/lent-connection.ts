/** What the pool lends to one caller at a time. Its connection to the server can be replaced. */

import type { MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../../errors';
import type { Observer } from '../../observer';
import type { ServerConnection } from './connections';
import { isLost, type RetryBudget, timeoutAfter, translateFailure } from './failures';

export interface StatementOptions {
  /** Milliseconds for a statement on the server. No limit when absent. */
  readonly statementTimeoutMs?: number;
  /** For pools that only read: a read may be sent again. When absent, no statement is. */
  readonly retries?: RetryBudget;
  readonly observer: Observer;
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
    this.pool.release(this.place);
  }

  /** Kysely calls it without `done` only to stream rows, which this program never does. */
  query = ((sql: string, parameters: readonly unknown[], done: (error: unknown, result?: unknown) => void): void => {
    this.#answer(sql, parameters).then((result) => done(null, result), done);
  }) as unknown as MysqlPoolConnection['query'];

  /** @throws {ServiceError} or the error of the driver */
  async #answer(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== undefined) throw this.#failure;
    const { statementTimeoutMs, retries, monotonicNow } = this.pool.options;
    const isUntouched = this.#isUntouched;
    this.#isUntouched = false;
    let limitMs = statementTimeoutMs === undefined ? undefined : statementTimeoutMs + SLACK_MS;
    // The time that the caller waited is deducted from the limit of its first statement, which keeps at least half of it.
    if (limitMs !== undefined && isUntouched) limitMs = Math.max(limitMs - this.waitedMs, limitMs / 2);
    const began = monotonicNow();
    try {
      return await this.#run(sql, parameters, limitMs);
    } catch (error) {
      const mayRepeat = isLost(error) && isUntouched && !this.pool.hasEnded && retries?.spend() === true;
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
      else if (isLost(error)) {
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
