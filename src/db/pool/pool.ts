/**
 * The connections that Kysely draws on. A caller has one in time or is told that there is none; a statement is answered in time
 * or its connection is thrown away; a read that is lost with its connection is asked once more on a new one.
 */

import type { MysqlPool, MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../../errors';
import { type Opened, type PlaceOwner, PooledConnection, type ServerConnection } from './connections';
import { Connector, type PoolEvents, StatementKiller } from './connector';
import type { RetryBudget } from './failures';

/** Times in milliseconds. */
export interface PoolOptions {
  readonly poolSize: number;
  /** In which a caller has a connection that is ready, be there none free or the server slow. */
  readonly connectTimeoutMs: number;
  /** In which the server answers a statement or gives it up; no limit when absent. */
  readonly statementTimeoutMs?: number;
  /** At which a connection is not used any more: a server that was left behind loses its last one. No limit when absent. */
  readonly maxAgeMs?: number;
  /** For statements that may be asked twice, as reads may; nothing is when absent. */
  readonly retries?: RetryBudget;
  /** Told how many rows each statement returned. */
  readonly onRows?: (rows: number) => void;
  readonly events: PoolEvents;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
}

/** How much longer we wait than the server is told to work, so that as a rule it is the server that gives up. */
const SLACK_MS = 300;
/** A connection that nobody needed for so long is closed. */
const IDLE_MS = 30_000;
/** How long the end waits for statements that still run. */
const END_MS = 2_000;
/** Connections that are opened together do not end together: each is used a hundredth less long than the one before, in turns of so many. */
const AGE_STEPS = 10;

export class ConnectionPool implements MysqlPool {
  /** The last is used first, so that those which are not needed stay unused. */
  readonly #idle: { readonly place: PooledConnection; readonly since: number }[] = [];
  /** And until when each is young enough. */
  readonly #places = new Map<PooledConnection, number>();
  readonly #owner: PlaceOwner;
  readonly #waiting: WaitingCallers;
  readonly #connector: Connector;
  readonly #killer: StatementKiller;
  readonly #sweep: NodeJS.Timeout;
  #again: NodeJS.Timeout | undefined;
  #opening = 0;
  #opened = 0;
  #ended: (() => void) | undefined;

  /** @param open opens a connection within `connectTimeoutMs`; returns how to give that up */
  constructor(
    open: (opened: Opened) => () => void,
    private readonly options: PoolOptions,
  ) {
    const { connectTimeoutMs, events, monotonicNow } = options;
    this.#waiting = new WaitingCallers(connectTimeoutMs, events, monotonicNow);
    this.#connector = new Connector(open, monotonicNow, events);
    this.#killer = new StatementKiller(open, connectTimeoutMs, events.killed);
    this.#sweep = setInterval(() => this.#closeUnused(), IDLE_MS / 10).unref();
    this.#owner = this.#asOwner();
  }

  getConnection(callback: ConnectionCallback): void {
    const place = this.#unused();
    if (place !== undefined) return this.#handOut(place, callback);
    this.#waiting.add(callback);
    this.#grow();
  }

  end(callback: (error: unknown) => void): void {
    const finish = () => {
      clearTimeout(impatience);
      this.#ended = () => undefined;
      callback(null);
    };
    const impatience = setTimeout(() => {
      for (const place of this.#places.keys()) place.connection.cut();
      finish();
    }, END_MS);
    this.#ended = () => {
      if (this.#places.size === 0) finish();
    };
    clearInterval(this.#sweep);
    clearTimeout(this.#again);
    this.#waiting.refuseAll(new Error('the pool has ended'));
    for (const { place } of this.#idle.splice(0)) place.connection.close();
    this.#connector.giveUp();
    this.#ended();
  }

  #asOwner(): PlaceOwner {
    const { statementTimeoutMs, retries, onRows, events, monotonicNow } = this.options;
    return {
      limitMs: statementTimeoutMs === undefined ? undefined : statementTimeoutMs + SLACK_MS,
      monotonicNow,
      answered(result) {
        retries?.earn();
        if (Array.isArray(result)) onRows?.(result.length);
      },
      lost: () => events.discarded('failed'),
      mayRetry: () => this.#ended === undefined && retries?.spend() === true,
      renew: (place, opened) => this.#renew(place, opened),
      abandon: (thread) => {
        events.discarded('timeout');
        this.#killer.kill(thread);
      },
      takeBack: (place) => this.#takeBack(place),
    };
  }

  /** A connection that is open and young; what it finds otherwise, it closes. */
  #unused(): PooledConnection | undefined {
    for (;;) {
      const place = this.#idle.pop()?.place;
      if (place === undefined || this.#isOfUse(place)) return place;
      this.#retire(place);
    }
  }

  #isOfUse(place: PooledConnection): boolean {
    return place.connection.isOpen && this.options.monotonicNow() < (this.#places.get(place) ?? -Infinity);
  }

  /** @param since when a caller that had to wait began to, milliseconds */
  #handOut(place: PooledConnection, callback: ConnectionCallback, since?: number): void {
    this.options.events.busy(1);
    callback(undefined, place.handOut(since === undefined ? 0 : this.options.monotonicNow() - since));
  }

  #takeBack(place: PooledConnection): void {
    this.options.events.busy(-1);
    if (this.#ended !== undefined || !this.#isOfUse(place)) this.#retire(place);
    else this.#offer(place);
    this.#grow();
  }

  /** To whoever has waited longest, else to the next that asks. */
  #offer(place: PooledConnection): void {
    const waiting = this.#waiting.next();
    if (waiting === undefined) this.#idle.push({ place, since: this.options.monotonicNow() });
    else this.#handOut(place, waiting.callback, waiting.since);
  }

  /** Gives up a place that nobody holds. */
  #retire(place: PooledConnection): void {
    if (place.connection.isGone) return this.#remove(place);
    if (!place.connection.isOpen) return;
    if (this.#ended === undefined) this.options.events.discarded('age');
    place.connection.close();
  }

  #remove(place: PooledConnection): void {
    this.#places.delete(place);
    if (this.#ended === undefined) this.#grow();
    else this.#ended();
  }

  #closeUnused(): void {
    const before = this.options.monotonicNow() - IDLE_MS;
    const kept = this.#idle.splice(0).filter(({ place, since }) => {
      if (since > before && this.#isOfUse(place)) return true;
      place.connection.close();
      return false;
    });
    this.#idle.push(...kept);
  }

  /** Opens connections for those who wait; while the server cannot be reached one at a time, and with pauses. */
  #grow(): void {
    while (this.#waiting.size > this.#opening && this.#places.size + this.#opening < this.options.poolSize) {
      if (!this.#connector.isFailing) this.#openOne();
      else if (this.#opening > 0) return;
      else if (this.#connector.pauseLeft === 0) return this.#openOne();
      else return this.#growLater();
    }
  }

  #growLater(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#grow(), this.#connector.pauseLeft).unref();
  }

  #openOne(): void {
    this.#opening += 1;
    this.#connector.connect((error, connection) => {
      this.#opening -= 1;
      if (connection !== undefined) {
        const place = new PooledConnection(this.#owner, connection);
        this.#settle(place, connection);
        if (this.#ended === undefined) this.#offer(place);
        else connection.close();
      } else if (this.#connector.isFailing && this.#places.size + this.#opening === 0) this.#waiting.refuseAll(error);
      this.#grow();
    });
  }

  #renew(place: PooledConnection, opened: Opened): void {
    this.#connector.connect((error, connection) => {
      if (connection === undefined) return opened(error);
      this.options.events.retried();
      this.#settle(place, connection);
      opened(null, connection);
    });
  }

  /** From now on `place` has this connection. */
  #settle(place: PooledConnection, connection: ServerConnection): void {
    const { maxAgeMs = Infinity, events, monotonicNow } = this.options;
    this.#opened += 1;
    const share = 1 - (this.#opened % AGE_STEPS) / 100;
    this.#places.set(place, monotonicNow() + maxAgeMs * share);
    place.connection = connection;
    connection.onGone = () => {
      events.closed();
      if (place.connection !== connection || place.held) return;
      const at = this.#idle.findIndex((one) => one.place === place);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#remove(place);
    };
  }
}

export type ConnectionCallback = (error: unknown, connection: MysqlPoolConnection) => void;

export interface WaitingCaller {
  readonly callback: ConnectionCallback;
  /** Milliseconds, monotonic. */
  readonly since: number;
  readonly deadline: NodeJS.Timeout;
}

/** Who waits for a connection, in their order. Each is told within its time, once: a connection, or `service_unavailable`. */
export class WaitingCallers {
  readonly #callers = new Set<WaitingCaller>();

  constructor(
    private readonly limitMs: number,
    private readonly events: PoolEvents,
    private readonly monotonicNow: () => number,
  ) {}

  get size(): number {
    return this.#callers.size;
  }

  add(callback: ConnectionCallback): void {
    const late = () => this.#refuse(caller, new Error('no connection in time'));
    const deadline = setTimeout(late, this.limitMs).unref();
    const caller: WaitingCaller = { callback, since: this.monotonicNow(), deadline };
    this.#callers.add(caller);
    this.events.waiting(1);
  }

  /** Whoever has waited longest, who waits no more; undefined when nobody does. */
  next(): WaitingCaller | undefined {
    const [caller] = this.#callers;
    if (caller !== undefined) this.#remove(caller);
    return caller;
  }

  refuseAll(cause: unknown): void {
    for (const caller of this.#callers) this.#refuse(caller, cause);
  }

  #refuse(caller: WaitingCaller, cause: unknown): void {
    this.#remove(caller);
    caller.callback(new ServiceError('serviceUnavailable', { cause }), undefined as never);
  }

  #remove(caller: WaitingCaller): void {
    clearTimeout(caller.deadline);
    this.#callers.delete(caller);
    this.events.waiting(-1);
  }
}
