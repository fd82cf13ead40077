/**
 * The connections that Kysely draws on. A caller has one in time or is told that there is none; a statement is answered in time
 * or its connection is thrown away; a read that is lost with its connection is asked once more on a new one.
 */

import type { MysqlPool, MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../errors';
import { BackOff } from './back-off';
import { type PlaceOwner, PooledConnection } from './pooled-connection';
import type { PoolEvents } from './pool-events';
import type { RetryBudget } from './retry-budget';
import type { Opened, ServerConnection } from './server-connection';
import { StatementKiller } from './statement-killer';

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
  readonly events: PoolEvents;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
}

type Callback = (error: unknown, connection: MysqlPoolConnection) => void;

interface Waiter {
  readonly callback: Callback;
  readonly deadline: NodeJS.Timeout;
}

/** How much longer we wait than the server is told to work, so that as a rule it is the server that gives up. */
const SLACK_MS = 300;
/** A connection that nobody needed for so long is closed. */
const IDLE_MS = 30_000;
/** How long the end waits for statements that still run. */
const END_MS = 2_000;
/** Connections that are opened together do not grow old together: each of so many ages by a hundredth of the age apart. */
const AGE_STEPS = 10;

export class ConnectionPool implements MysqlPool {
  /** The last is used first, so that those which are not needed stay unused. */
  readonly #idle: { readonly place: PooledConnection; readonly since: number }[] = [];
  readonly #waiting = new Set<Waiter>();
  readonly #places = new Map<PooledConnection, { until: number }>();
  readonly #owner: PlaceOwner;
  readonly #backOff: BackOff;
  readonly #killer: StatementKiller;
  readonly #sweep: NodeJS.Timeout;
  #again: NodeJS.Timeout | undefined;
  /** How to give up each attempt to connect. */
  readonly #attempts = new Set<() => void>();
  #opening = 0;
  #opened = 0;
  #ended: (() => void) | undefined;

  /** @param open opens a connection within `connectTimeoutMs`; returns how to give that up */
  constructor(
    private readonly open: (opened: Opened) => () => void,
    private readonly options: PoolOptions,
  ) {
    const { connectTimeoutMs, events, monotonicNow } = options;
    this.#backOff = new BackOff(monotonicNow);
    this.#killer = new StatementKiller(open, connectTimeoutMs, events.killed);
    this.#sweep = setInterval(() => this.#closeUnused(), IDLE_MS / 10).unref();
    this.#owner = this.#asOwner();
  }

  getConnection(callback: Callback): void {
    const place = this.#unused();
    if (place !== undefined) return this.#handOut(place, callback);
    const deadline = setTimeout(() => this.#refuse(waiter, noneInTime()), this.options.connectTimeoutMs).unref();
    const waiter: Waiter = { callback, deadline };
    this.#waiting.add(waiter);
    this.options.events.waiting(1);
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
    for (const waiter of this.#waiting) this.#refuse(waiter, new Error('the pool has ended'));
    for (const { place } of this.#idle.splice(0)) place.connection.close();
    for (const giveUp of this.#attempts) giveUp();
    this.#ended();
  }

  #asOwner(): PlaceOwner {
    const { statementTimeoutMs, retries, events, monotonicNow } = this.options;
    return {
      limitMs: statementTimeoutMs === undefined ? undefined : statementTimeoutMs + SLACK_MS,
      monotonicNow,
      answered: () => retries?.earn(),
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
    return place.connection.isOpen && this.options.monotonicNow() < (this.#places.get(place)?.until ?? -Infinity);
  }

  #handOut(place: PooledConnection, callback: Callback): void {
    this.options.events.busy(1);
    callback(undefined, place.handOut());
  }

  #takeBack(place: PooledConnection): void {
    this.options.events.busy(-1);
    if (this.#ended !== undefined || !this.#isOfUse(place)) this.#retire(place);
    else this.#offer(place);
    this.#grow();
  }

  /** To whoever has waited longest, else to the next that asks. */
  #offer(place: PooledConnection): void {
    const [waiter] = this.#waiting;
    if (waiter === undefined) this.#idle.push({ place, since: this.options.monotonicNow() });
    else {
      this.#stopWaiting(waiter);
      this.#handOut(place, waiter.callback);
    }
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

  #refuse(waiter: Waiter, cause: unknown): void {
    this.#stopWaiting(waiter);
    waiter.callback(new ServiceError('serviceUnavailable', { cause }), undefined as never);
  }

  #stopWaiting(waiter: Waiter): void {
    clearTimeout(waiter.deadline);
    if (this.#waiting.delete(waiter)) this.options.events.waiting(-1);
  }

  /** Opens connections for those who wait; while the server cannot be reached one at a time, and with pauses. */
  #grow(): void {
    while (this.#waiting.size > this.#opening && this.#places.size + this.#opening < this.options.poolSize) {
      if (this.#backOff.failure === undefined) this.#openOne();
      else if (this.#opening > 0) return;
      else if (this.#backOff.left === 0) return this.#openOne();
      else return this.#growLater();
    }
  }

  #growLater(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#grow(), this.#backOff.left).unref();
  }

  #openOne(): void {
    this.#opening += 1;
    this.#connect((error, connection) => {
      this.#opening -= 1;
      if (connection !== undefined) {
        const place = new PooledConnection(this.#owner, connection);
        this.#settle(place, connection);
        if (this.#ended === undefined) this.#offer(place);
        else connection.close();
      } else if (this.#places.size + this.#opening === 0) {
        this.#waiting.forEach((waiter) => this.#refuse(waiter, error));
      }
      this.#grow();
    });
  }

  #renew(place: PooledConnection, opened: Opened): void {
    if (this.#backOff.left > 0) return opened(this.#backOff.failure);
    this.#connect((error, connection) => {
      if (connection === undefined) return opened(error);
      this.options.events.retried();
      this.#settle(place, connection);
      opened(null, connection);
    });
  }

  #connect(opened: Opened): void {
    const { events } = this.options;
    const giveUp = this.open((error, connection) => {
      this.#attempts.delete(giveUp);
      if (connection === undefined) {
        events.refused();
        this.#backOff.failed(error);
      } else {
        events.connected();
        this.#backOff.succeeded();
      }
      opened(error, connection);
    });
    this.#attempts.add(giveUp);
  }

  /** From now on `place` has this connection. */
  #settle(place: PooledConnection, connection: ServerConnection): void {
    const { maxAgeMs = Infinity, events, monotonicNow } = this.options;
    this.#opened += 1;
    const share = 1 - (this.#opened % AGE_STEPS) / 100;
    this.#places.set(place, { until: monotonicNow() + maxAgeMs * share });
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

const noneInTime = (): Error => new Error('no connection in time');
