import type { MysqlPoolConnection } from 'kysely';

import { ServiceError } from '../errors';
import type { PoolEvents } from './pool-events';

export type ConnectionCallback = (error: unknown, connection: MysqlPoolConnection) => void;

interface Caller {
  readonly callback: ConnectionCallback;
  readonly deadline: NodeJS.Timeout;
}

/** Who waits for a connection, in their order. Each is told within its time, once: a connection, or `service_unavailable`. */
export class WaitingCallers {
  readonly #callers = new Set<Caller>();

  constructor(
    private readonly limitMs: number,
    private readonly events: PoolEvents,
  ) {}

  get size(): number {
    return this.#callers.size;
  }

  add(callback: ConnectionCallback): void {
    const late = () => this.#refuse(caller, new Error('no connection in time'));
    const caller: Caller = { callback, deadline: setTimeout(late, this.limitMs).unref() };
    this.#callers.add(caller);
    this.events.waiting(1);
  }

  /** Whoever has waited longest, who waits no more; undefined when nobody does. */
  next(): ConnectionCallback | undefined {
    const [caller] = this.#callers;
    if (caller === undefined) return undefined;
    this.#remove(caller);
    return caller.callback;
  }

  refuseAll(cause: unknown): void {
    for (const caller of this.#callers) this.#refuse(caller, cause);
  }

  #refuse(caller: Caller, cause: unknown): void {
    this.#remove(caller);
    caller.callback(new ServiceError('serviceUnavailable', { cause }), undefined as never);
  }

  #remove(caller: Caller): void {
    clearTimeout(caller.deadline);
    this.#callers.delete(caller);
    this.events.waiting(-1);
  }
}
