/**
 * The connections that Kysely uses. A caller gets a connection within a time limit, or an error. A statement is answered within
 * a time limit, or its connection is discarded. A read that is lost with its connection is sent again on a new one, once.
 */

import { setMaxListeners } from 'node:events';

import type { MysqlPool, MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../../errors';
import { LentConnection, type Place, type ServerConnection, startDeadline, type StatementOptions } from './connection';

/** Times in milliseconds. */
export interface PoolOptions extends StatementOptions {
  /** Host and port of the server, for messages that say why there is no connection. */
  readonly address?: string;
  readonly poolSize: number;
  /** The time limit to open a connection, and of a caller’s wait for a free one. */
  readonly connectTimeoutMs: number;
  /** The age at which a connection is replaced, so that a former primary loses all connections. No limit when absent. */
  readonly maxAgeMs?: number;
}

/** A connection that is idle for this long is closed. */
const IDLE_MS = 30_000;
/** How long `end` waits for running statements. */
const END_MS = 2_000;
/** Staggers the maximum age, by 0 to 9 %: connections that are opened together are not replaced together. */
const AGE_STEPS = 10;
/**
 * The pause between attempts to connect after the second failure in a row, doubled each time. A single failure may be a connection
 * that was closed during its handshake.
 */
const FIRST_PAUSE_MS = 50;
/** The longest pause. It is short because callers wait for the next attempt. */
const LONGEST_PAUSE_MS = 250;

type ConnectionCallback = (error: unknown, connection: MysqlPoolConnection) => void;

interface WaitingCaller {
  readonly callback: ConnectionCallback;
  readonly since: number;
  stopDeadline: () => void;
  /** Whether its time is over, and it waits for connections that are being opened. */
  isLate: boolean;
}

export class ConnectionPool implements MysqlPool {
  /** The last one is used first, so that surplus connections become idle. */
  #idle: Place[] = [];
  readonly #places = new Set<Place>();
  /** In their order. */
  readonly #waiting = new Set<WaitingCaller>();
  readonly #sweep: NodeJS.Timeout;
  readonly #end = new AbortController();
  #ended: () => void = () => undefined;
  #opening = 0;
  #opened = 0;
  /** Attempts to connect that failed in a row, and the last failure. */
  #failures = 0;
  #failure: unknown;
  #pauseUntil = -Infinity;
  #afterPause: NodeJS.Timeout | undefined;

  /** @param open opens a connection within `connectTimeoutMs` */
  constructor(
    private readonly open: (signal: AbortSignal) => Promise<ServerConnection>,
    readonly options: PoolOptions,
  ) {
    this.#sweep = setInterval(() => this.#closeUnused(), IDLE_MS / 10).unref();
    // Each attempt to connect listens.
    setMaxListeners(0, this.#end.signal);
  }

  getConnection(callback: ConnectionCallback): void {
    for (let place = this.#idle.pop(); place !== undefined; place = this.#idle.pop()) {
      if (this.#isUsable(place)) return this.#lend(place, callback, 0);
      this.#retire(place);
    }
    const { connectTimeoutMs, monotonicNow, observer } = this.options;
    const late = () => {
      if (this.#failures > 0) return this.#refuse(caller, this.#failure);
      if (this.#opening === 0 || caller.isLate)
        return this.#refuse(caller, Object.assign(new Error('all are in use'), { code: 'NO_FREE_CONNECTION' }));
      // The time that the pool needs to open connections is not the caller's.
      caller.isLate = true;
      caller.stopDeadline = startDeadline(connectTimeoutMs, late);
    };
    const [since, stopDeadline] = [monotonicNow(), startDeadline(connectTimeoutMs, late)];
    const caller: WaitingCaller = { callback, since, stopDeadline, isLate: false };
    this.#waiting.add(caller);
    observer.connectionWaiters?.(1);
    this.#grow();
  }

  end(callback: (error: unknown) => void): void {
    const timeout = setTimeout(() => {
      for (const { connection } of this.#places) connection.cut();
      this.#ended();
    }, END_MS);
    this.#ended = () => {
      clearTimeout(timeout);
      this.#ended = () => undefined;
      callback(null);
    };
    clearInterval(this.#sweep);
    clearTimeout(this.#afterPause);
    this.#end.abort();
    for (const caller of this.#waiting) this.#refuse(caller, new Error('the pool has ended'));
    for (const { connection } of this.#idle.splice(0)) connection.close();
    if (this.#places.size === 0) this.#ended();
  }

  get hasEnded(): boolean {
    return this.#end.signal.aborted;
  }

  /** Takes back what a caller held. */
  release(place: Place): void {
    place.isLent = false;
    if (this.hasEnded || !this.#isUsable(place)) this.#retire(place);
    else this.#offer(place);
    this.#grow();
  }

  /** Replaces a lost connection by a new one. */
  async renew(lost: Place): Promise<Place> {
    const place = await this.#connect();
    this.#places.delete(lost);
    place.isLent = true;
    this.options.observer.statementRetried?.();
    return place;
  }

  #isUsable({ connection, oldAt }: Place): boolean {
    return connection.isOpen && this.options.monotonicNow() < oldAt;
  }

  #lend(place: Place, callback: ConnectionCallback, waitedMs: number): void {
    place.isLent = true;
    this.options.observer.connectionsBusy?.(1);
    callback(undefined, new LentConnection(this, place, waitedMs));
  }

  /** Lends it to the caller who has waited longest. If nobody waits, it is idle. */
  #offer(place: Place): void {
    const [caller] = this.#waiting;
    const now = this.options.monotonicNow();
    if (caller === undefined) {
      place.idleSince = now;
      this.#idle.push(place);
    } else {
      this.#stopWaiting(caller);
      this.#lend(place, caller.callback, now - caller.since);
    }
  }

  #stopWaiting(caller: WaitingCaller): void {
    caller.stopDeadline();
    this.#waiting.delete(caller);
    this.options.observer.connectionWaiters?.(-1);
  }

  #refuse(caller: WaitingCaller, cause: unknown): void {
    this.#stopWaiting(caller);
    if (cause instanceof Error) Object.assign(cause, { triedAt: this.options.address });
    caller.callback(new ServiceError('serviceUnavailable', { cause }), undefined as never);
  }

  /** Closes a connection that nobody holds. */
  #retire(place: Place): void {
    if (place.connection.isOpen) {
      if (!this.hasEnded) this.options.observer.connectionDiscarded?.('age');
      place.connection.close();
    } else if (place.connection.isClosed) this.#remove(place);
  }

  #remove(place: Place): void {
    this.#places.delete(place);
    if (!this.hasEnded) this.#grow();
    else if (this.#places.size === 0) this.#ended();
  }

  #closeUnused(): void {
    const before = this.options.monotonicNow() - IDLE_MS;
    const unused = this.#idle.filter((place) => place.idleSince <= before || !this.#isUsable(place));
    this.#idle = this.#idle.filter((place) => !unused.includes(place));
    for (const { connection } of unused) connection.close();
  }

  /** Opens connections for waiting callers. While the server is unreachable, one at a time and with pauses. */
  #grow(): void {
    const { poolSize, monotonicNow } = this.options;
    while (this.#waiting.size > this.#opening && this.#places.size + this.#opening < poolSize) {
      if (this.#failures > 1 && this.#opening > 0) return;
      const pause = this.#pauseUntil - monotonicNow();
      if (pause > 0) {
        clearTimeout(this.#afterPause);
        this.#afterPause = setTimeout(() => this.#grow(), pause).unref();
        return;
      }
      void this.#openOne();
    }
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    const place = await this.#connect().catch(() => undefined);
    this.#opening -= 1;
    if (place === undefined) {
      const isAway = this.#failures > 1 && this.#places.size + this.#opening === 0;
      for (const caller of this.#waiting) if (isAway || caller.isLate) this.#refuse(caller, this.#failure);
    } else if (this.hasEnded) place.connection.close();
    else this.#offer(place);
    this.#grow();
  }

  /** @throws the failure; during a pause the last one */
  async #connect(): Promise<Place> {
    const { maxAgeMs = Infinity, observer, monotonicNow } = this.options;
    if (monotonicNow() < this.#pauseUntil) throw this.#failure;
    try {
      const connection = await this.open(this.#end.signal);
      observer.connectionOpened?.(connection.product);
      [this.#failures, this.#pauseUntil] = [0, -Infinity];
      this.#opened += 1;
      const share = 1 - (this.#opened % AGE_STEPS) / 100;
      const place = { connection, oldAt: monotonicNow() + maxAgeMs * share, isLent: false, idleSince: 0 };
      this.#places.add(place);
      connection.onClosed = () => {
        observer.connectionClosed?.();
        if (place.isLent) return;
        this.#idle = this.#idle.filter((idle) => idle !== place);
        this.#remove(place);
      };
      return place;
    } catch (error) {
      observer.connectionFailed?.();
      this.#failure = error;
      this.#failures += 1;
      if (this.#failures > 1)
        this.#pauseUntil = monotonicNow() + Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 2), LONGEST_PAUSE_MS);
      throw error;
    }
  }
}
