/** Reports the end of each lookup of one request, whether it succeeded or not. */

import { asServiceError, type ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import { filterNames, type LeaseCriteria, type TenantCriteria } from '../model/criteria';
import type { Operation } from '../model/operations';
import type { ObservedRequest, Observer } from '../observer';

/** The arguments of a lookup. */
interface Arguments {
  /** Empty for a lookup without filters. */
  readonly criteria: Partial<TenantCriteria & LeaseCriteria>;
}

interface Result {
  readonly records: readonly unknown[];
}

/** One lookup, or those for several parent records that run at the same time. They are reported together. */
interface Level {
  readonly began: number;
  readonly filters: Set<string>;
  running: number;
  lookups: number;
  records: number;
  failure: ServiceError | undefined;
}

export class LookupReports {
  /** The caller of the request, once it is known. */
  caller: Caller | undefined;
  #hasReported = false;
  readonly #levels = new Map<Operation, Level>();
  /** A request of REST or MCP has one lookup, whose duration includes reading the body. */
  readonly #restBegan: number | undefined;

  constructor(
    private readonly request: ObservedRequest,
    private readonly observer: Observer,
    private readonly monotonicNow: () => number,
  ) {
    if (request.transport !== 'graphql') this.#restBegan = monotonicNow();
  }

  /** Runs one lookup. Errors of `read`, which returns its arguments, and of `find` are thrown again. */
  async single<A extends Arguments, R extends Result>(
    operation: Operation,
    read: () => A,
    find: (read: A) => Promise<R>,
  ): Promise<R> {
    const level = newLevel(this.monotonicNow());
    try {
      return await this.#run(level, read, find);
    } finally {
      this.#report(operation, level);
    }
  }

  /** Runs a lookup for one of several parent records. */
  async nested<A extends Arguments, R extends Result>(
    operation: Operation,
    read: () => A,
    find: (read: A) => Promise<R>,
  ): Promise<R> {
    let level = this.#levels.get(operation);
    if (level === undefined) this.#levels.set(operation, (level = newLevel(this.monotonicNow())));
    level.running += 1;
    try {
      return await this.#run(level, read, find);
    } finally {
      level.running -= 1;
      // Other lookups of the level may start in the same turn of the event loop.
      if (level.running === 0) queueMicrotask(() => this.#leave(operation, level));
    }
  }

  /** Reports a request that was refused as a whole, unless one of its lookups was reported. */
  refused(error: ServiceError, operations: () => readonly Operation[]): void {
    if (this.#hasReported) return;
    const { caller } = this;
    this.observer.lookupsRefused?.(this.request, { caller, error, operations, ms: this.#since() });
  }

  /** The caller sees no group, so every lookup of the request finds nothing. */
  noGroupKnown(): void {
    this.observer.noGroupKnown?.();
  }

  async #run<A extends Arguments, R extends Result>(
    level: Level,
    read: () => A,
    find: (read: A) => Promise<R>,
  ): Promise<R> {
    level.lookups += 1;
    try {
      const asked = read();
      for (const name of filterNames(asked.criteria)) level.filters.add(name);
      const found = await find(asked);
      level.records += found.records.length;
      return found;
    } catch (error) {
      level.failure ??= asServiceError(error, this.request.requestId);
      throw error;
    }
  }

  #leave(operation: Operation, level: Level): void {
    if (level.running > 0 || this.#levels.get(operation) !== level) return;
    this.#levels.delete(operation);
    this.#report(operation, level);
  }

  #report(operation: Operation, { began, filters, lookups, records, failure }: Level): void {
    this.#hasReported = true;
    const { caller } = this;
    if (caller === undefined) return;
    const lookup = { operation, filters: [...filters], lookups, records, failure };
    this.observer.lookupEnded?.(this.request, { ...lookup, caller, ms: this.#since(began) });
  }

  #since(began?: number): number {
    const now = this.monotonicNow();
    return now - (this.#restBegan ?? began ?? now);
  }
}

const newLevel = (began: number): Level => ({
  began,
  filters: new Set(),
  running: 0,
  lookups: 0,
  records: 0,
  failure: undefined,
});
