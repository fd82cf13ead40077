/** Reports the end of each lookup of one request, whether it succeeded or not. */

import { asServiceError, type ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import { filterNames, type LeaseCriteria, type TenantCriteria } from '../model/criteria';
import type { Operation } from '../model/operations';
import type { ObservedRequest, Observer } from '../observer';

/** One lookup, or all nested lookups that run at the same time. They are reported together. */
class Level {
  readonly filters = new Set<string>();
  running = 0;
  lookups = 0;
  records = 0;
  failure: ServiceError | undefined;

  constructor(
    readonly operation: Operation,
    readonly began: number,
  ) {}
}

export class LookupReports {
  /** The caller of the request, once it is known. */
  caller: Caller | undefined;
  #hasReported = false;
  /** The lookups for parent records that run. */
  #nested: Level | undefined;
  /** A request of REST or MCP has one lookup, whose duration includes reading the body. */
  readonly #restBegan: number | undefined;

  constructor(
    private readonly request: ObservedRequest,
    private readonly observer: Observer,
    private readonly monotonicNow: () => number,
  ) {
    if (request.transport !== 'graphql') this.#restBegan = monotonicNow();
  }

  /** A lookup begins. A nested lookup joins the nested lookups that run. */
  begin(operation: Operation): Level {
    const isNested = operation === 'Tenant.leases';
    const level = (isNested ? this.#nested : undefined) ?? new Level(operation, this.monotonicNow());
    if (isNested) this.#nested = level;
    level.running += 1;
    level.lookups += 1;
    return level;
  }

  asked(level: Level, criteria: Partial<TenantCriteria & LeaseCriteria>): void {
    for (const name of filterNames(criteria)) level.filters.add(name);
  }

  failed(level: Level, error: unknown): void {
    level.failure ??= asServiceError(error, this.request.requestId);
  }

  /** A lookup of the level has ended, whether it succeeded or not. */
  end(level: Level): void {
    level.running -= 1;
    if (level !== this.#nested) this.#report(level);
    // Other lookups of the level may start in the same turn of the event loop.
    else if (level.running === 0) queueMicrotask(() => this.#leave(level));
  }

  /** Reports a request that was refused as a whole, unless one of its lookups was reported. */
  refused(error: ServiceError, operations: () => readonly Operation[]): void {
    if (this.#hasReported) return;
    const { caller } = this;
    this.observer.lookupsRefused?.(this.request, { caller, error, operations, ms: this.#since() });
  }

  #leave(level: Level): void {
    if (level.running > 0 || this.#nested !== level) return;
    this.#nested = undefined;
    this.#report(level);
  }

  #report({ operation, began, filters, lookups, records, failure }: Level): void {
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
