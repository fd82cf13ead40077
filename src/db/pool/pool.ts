/**
 * The connections that Kysely uses. A caller gets a connection within a time limit, or an error. A statement is answered within
 * a time limit, or its connection is discarded. A read that is lost with its connection is sent again on a new one, once.
 */

import type { MysqlPool, MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../../errors';
import type { Observer } from '../../observer';
import { type Opened, type ConnectionOwner, PooledConnection, type ServerConnection } from './connections';
import { Connector, StatementKiller } from './connector';
import type { RetryBudget } from './failures';

/** Times in milliseconds. */
export interface PoolOptions {
  /** Host and port of the server, for messages that say why there is no connection. */
  readonly address?: string;
  readonly poolSize: number;
  /** The time limit within which a caller gets a connection, whether all are busy or the server is slow. */
  readonly connectTimeoutMs: number;
  /** The time limit for a statement on the server. No limit when absent. */
  readonly statementTimeoutMs?: number;
  /** The age at which a connection is replaced, so that a former primary loses all connections. No limit when absent. */
  readonly maxAgeMs?: number;
  /** For pools that only read: a read may be sent again. When absent, no statement is. */
  readonly retries?: RetryBudget;
  readonly observer: Observer;
  /** Milliseconds, monotonic. */
  readonly monotonicNow: () => number;
}

/** How much longer the pool waits than the server may work, so that usually the server ends a slow statement. */
const SLACK_MS = 300;
/** A connection that is idle for this long is closed. */
const IDLE_MS = 30_000;
/** How long `end` waits for running statements. */
const END_MS = 2_000;
/** Staggers the maximum age, by 0 to 9 %: connections that are opened together are not replaced together. */
const AGE_STEPS = 10;

export class ConnectionPool implements MysqlPool {
  /** The last one is used first, so that surplus connections become idle. */
  readonly #idle: { readonly pooled: PooledConnection; readonly since: number }[] = [];
  /** All connections, and when each reaches its maximum age. */
  readonly #connections = new Map<PooledConnection, number>();
  readonly #owner: ConnectionOwner;
  readonly #waiting: WaitingCallers;
  readonly #connector: Connector;
  readonly #killer: StatementKiller;
  readonly #sweep: NodeJS.Timeout;
  #again: NodeJS.Timeout | undefined;
  #opening = 0;
  #opened = 0;
  #ended: (() => void) | undefined;

  /** @param open opens a connection within `connectTimeoutMs`; returns a function that cancels it */
  constructor(
    open: (opened: Opened) => () => void,
    private readonly options: PoolOptions,
  ) {
    const { connectTimeoutMs, observer, monotonicNow } = options;
    this.#waiting = new WaitingCallers(connectTimeoutMs, observer, monotonicNow, options.address);
    this.#connector = new Connector(open, monotonicNow, observer);
    this.#killer = new StatementKiller(open, connectTimeoutMs, observer);
    this.#sweep = setInterval(() => this.#closeUnused(), IDLE_MS / 10).unref();
    this.#owner = this.#asOwner();
  }

  getConnection(callback: ConnectionCallback): void {
    const pooled = this.#takeIdle();
    if (pooled !== undefined) return this.#lend(pooled, callback);
    this.#waiting.add(callback);
    this.#grow();
  }

  end(callback: (error: unknown) => void): void {
    const finish = () => {
      clearTimeout(timeout);
      this.#ended = () => undefined;
      callback(null);
    };
    const timeout = setTimeout(() => {
      for (const pooled of this.#connections.keys()) pooled.connection.cut();
      finish();
    }, END_MS);
    this.#ended = () => {
      if (this.#connections.size === 0) finish();
    };
    clearInterval(this.#sweep);
    clearTimeout(this.#again);
    this.#waiting.refuseAll(new Error('the pool has ended'));
    for (const { pooled } of this.#idle.splice(0)) pooled.connection.close();
    this.#connector.cancelAll();
    this.#ended();
  }

  #asOwner(): ConnectionOwner {
    const { statementTimeoutMs, retries, observer, monotonicNow } = this.options;
    return {
      limitMs: statementTimeoutMs === undefined ? undefined : statementTimeoutMs + SLACK_MS,
      timeoutMs: statementTimeoutMs,
      monotonicNow,
      answered(result) {
        retries?.earn();
        if (Array.isArray(result)) observer.rowsRead?.(result.length);
      },
      lost: () => observer.connectionDiscarded?.('failed'),
      mayRetry: () => this.#ended === undefined && retries?.spend() === true,
      renew: (pooled, opened) => this.#renew(pooled, opened),
      abandon: (thread) => {
        observer.connectionDiscarded?.('timeout');
        this.#killer.kill(thread);
      },
      takeBack: (pooled) => this.#takeBack(pooled),
    };
  }

  /** An idle connection that is usable. Closes those that are not. */
  #takeIdle(): PooledConnection | undefined {
    for (;;) {
      const pooled = this.#idle.pop()?.pooled;
      if (pooled === undefined || this.#isUsable(pooled)) return pooled;
      this.#retire(pooled);
    }
  }

  #isUsable(pooled: PooledConnection): boolean {
    return pooled.connection.isOpen && this.options.monotonicNow() < (this.#connections.get(pooled) ?? -Infinity);
  }

  /** @param since when the caller began to wait, milliseconds; absent if it did not wait */
  #lend(pooled: PooledConnection, callback: ConnectionCallback, since?: number): void {
    this.options.observer.connectionsBusy?.(1);
    callback(undefined, pooled.lend(since === undefined ? 0 : this.options.monotonicNow() - since));
  }

  #takeBack(pooled: PooledConnection): void {
    this.options.observer.connectionsBusy?.(-1);
    if (this.#ended !== undefined || !this.#isUsable(pooled)) this.#retire(pooled);
    else this.#offer(pooled);
    this.#grow();
  }

  /** Lends it to the caller who has waited longest. If nobody waits, it is idle. */
  #offer(pooled: PooledConnection): void {
    const waiting = this.#waiting.next();
    if (waiting === undefined) this.#idle.push({ pooled, since: this.options.monotonicNow() });
    else this.#lend(pooled, waiting.callback, waiting.since);
  }

  /** Closes a connection that nobody holds. */
  #retire(pooled: PooledConnection): void {
    if (pooled.connection.isClosed) return this.#remove(pooled);
    if (!pooled.connection.isOpen) return;
    if (this.#ended === undefined) this.options.observer.connectionDiscarded?.('age');
    pooled.connection.close();
  }

  #remove(pooled: PooledConnection): void {
    this.#connections.delete(pooled);
    if (this.#ended === undefined) this.#grow();
    else this.#ended();
  }

  #closeUnused(): void {
    const before = this.options.monotonicNow() - IDLE_MS;
    const kept = this.#idle.splice(0).filter(({ pooled, since }) => {
      if (since > before && this.#isUsable(pooled)) return true;
      pooled.connection.close();
      return false;
    });
    this.#idle.push(...kept);
  }

  /** Opens connections for waiting callers. While the server is unreachable, one at a time and with pauses. */
  #grow(): void {
    while (this.#waiting.size > this.#opening && this.#connections.size + this.#opening < this.options.poolSize) {
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
        const pooled = new PooledConnection(this.#owner, connection);
        this.#attach(pooled, connection);
        if (this.#ended === undefined) this.#offer(pooled);
        else connection.close();
      } else if (this.#connector.isFailing && this.#connections.size + this.#opening === 0)
        this.#waiting.refuseAll(error);
      this.#grow();
    });
  }

  #renew(pooled: PooledConnection, opened: Opened): void {
    this.#connector.connect((error, connection) => {
      if (connection === undefined) return opened(error);
      this.options.observer.statementRetried?.();
      this.#attach(pooled, connection);
      opened(null, connection);
    });
  }

  /** Gives `pooled` this connection. */
  #attach(pooled: PooledConnection, connection: ServerConnection): void {
    const { maxAgeMs = Infinity, observer, monotonicNow } = this.options;
    this.#opened += 1;
    const share = 1 - (this.#opened % AGE_STEPS) / 100;
    this.#connections.set(pooled, monotonicNow() + maxAgeMs * share);
    pooled.connection = connection;
    connection.onClosed = () => {
      observer.connectionClosed?.();
      if (pooled.connection !== connection || pooled.held) return;
      const at = this.#idle.findIndex((one) => one.pooled === pooled);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#remove(pooled);
    };
  }
}

type ConnectionCallback = (error: unknown, connection: MysqlPoolConnection) => void;

interface WaitingCaller {
  readonly callback: ConnectionCallback;
  /** Milliseconds, monotonic. */
  readonly since: number;
  readonly deadline: NodeJS.Timeout;
}

/** The callers who wait for a connection, in their order. Each gets one within the time limit, or `service_unavailable`. */
class WaitingCallers {
  readonly #callers = new Set<WaitingCaller>();

  constructor(
    private readonly limitMs: number,
    private readonly observer: Observer,
    private readonly monotonicNow: () => number,
    private readonly address?: string,
  ) {}

  get size(): number {
    return this.#callers.size;
  }

  add(callback: ConnectionCallback): void {
    const late = () => this.#refuse(caller, new Error('no connection in time'));
    const deadline = setTimeout(late, this.limitMs).unref();
    const caller: WaitingCaller = { callback, since: this.monotonicNow(), deadline };
    this.#callers.add(caller);
    this.observer.connectionWaiters?.(1);
  }

  /** Removes and returns the caller who has waited longest. Undefined if nobody waits. */
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
    if (cause instanceof Error) Object.assign(cause, { triedAt: this.address });
    caller.callback(new ServiceError('serviceUnavailable', { cause }), undefined as never);
  }

  #remove(caller: WaitingCaller): void {
    clearTimeout(caller.deadline);
    this.#callers.delete(caller);
    this.observer.connectionWaiters?.(-1);
  }
}
