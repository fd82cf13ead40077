import type { MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../errors';
import { isLost, translateFailure } from './failures';
import type { Done, Opened, ServerConnection, ServerThread } from './server-connection';

/** What a place of the pool asks of the pool. */
export interface PlaceOwner {
  /** Of a statement, milliseconds; none when undefined. */
  readonly limitMs: number | undefined;
  monotonicNow(): number;
  /** A statement was answered, with rows if it reads. */
  answered(result: unknown): void;
  /** A statement was lost with its connection. */
  lost(): void;
  /** Whether a read that was lost may be asked again, which is used up by asking. */
  mayRetry(): boolean;
  /** Opens a connection in the stead of the place's own. */
  renew(place: PooledConnection, opened: Opened): void;
  /** A statement outlasted its time, and goes on on the server. */
  abandon(thread: ServerThread): void;
  takeBack(place: PooledConnection): void;
}

/** One place of the pool, and the connection that it has now; in the hands of one caller at a time. */
export class PooledConnection implements MysqlPoolConnection {
  /** Whether a caller has it. */
  held = false;
  /** Nothing was asked since a caller got it, so nothing would be missing on another connection. */
  #untouched = true;
  /** How long the caller waited for the connection, milliseconds. */
  #waitedMs = 0;
  /** What became of the statement that cost the caller the connection; what follows, a rollback say, ends alike. */
  #failure: unknown;

  constructor(
    private readonly owner: PlaceOwner,
    public connection: ServerConnection,
  ) {}

  handOut(waitedMs: number): this {
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

  /** What a caller waited is taken off the time of its first statement, so that the two do not add up, but half of it is left. */
  get #firstLimitMs(): number | undefined {
    const { limitMs } = this.owner;
    return limitMs === undefined ? undefined : Math.max(limitMs - this.#waitedMs, limitMs / 2);
  }

  /** Without `done`, Kysely would have rows as a stream, which nothing here asks for. */
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
    const failure = translateFailure(error);
    if (!this.connection.isOpen) this.#failure = failure;
    done(failure);
  }
}
