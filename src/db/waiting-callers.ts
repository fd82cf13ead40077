import type { MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../errors';
import type { PoolEvents } from './pool-events';

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
