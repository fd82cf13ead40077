import DataLoader from 'dataloader';

import type { Listing } from '../db/listing';
import { leaseCountsOfTenants, leaseIdsOfTenants } from '../db/search/leases-of-tenants';
import type { VisibleRecords } from '../db/visible-records';
import type { LocalDate } from '../model/local-date';
import { LEAST_OF_NESTED_PAGE, type Page, type PageRequest, type RowId, goesOn } from '../model/page';
import { type Lease, type LeaseParts, type Tenant, WHOLE_LEASE } from '../model/records';
import { paginate } from './paginate';
import { leasesWithin } from './read-leases';
import { RecordBudget } from './record-budget';
import type { Session } from './session';

/** Tenants whose leases one statement finds at most, leases that one reads, and rows that are read before they are counted. */
const TENANTS_AT_ONCE = 500;
const LEASES_AT_ONCE = 1_000;
const ROWS_AT_ONCE = 15_000;

/**
 * The leases of each of many tenants that one answer holds: whatever is asked of all of them at once
 * costs a fixed number of statements for a page of tenants, never one for each tenant. Made anew for each request.
 * Very many are asked in parts, so that neither a statement nor a turn of the event loop grows with them.
 */
export class TenantLeases {
  readonly #loaders = new Map<string, DataLoader<RowId, unknown>>();
  readonly #budget: RecordBudget;

  constructor(private readonly session: Session) {
    this.#budget = session.budget ?? new RecordBudget(Infinity);
  }

  of(tenant: Tenant, activeOn: LocalDate | undefined, request: PageRequest, parts = WHOLE_LEASE): Promise<Page<Lease>> {
    const { rowId } = tenant;
    const listing: Listing<Lease> = {
      ids: async (bounds) => {
        const ids = await this.#ids(activeOn, bounds).load(rowId);
        await this.#budget.turn(LEAST_OF_NESTED_PAGE);
        return ids;
      },
      records: async (ids) => {
        const leases = await this.#leases(parts).loadMany(ids);
        return leases.filter((lease) => lease !== null).map(orThrow);
      },
      count: () => this.#counts(activeOn).load(rowId),
    };
    return paginate(listing, request);
  }

  #ids(activeOn: LocalDate | undefined, bounds: PageRequest): DataLoader<RowId, RowId[]> {
    const { direction, after, before, limit } = bounds;
    const part = Math.min(TENANTS_AT_ONCE, Math.ceil(ROWS_AT_ONCE / limit));
    return this.#loader(
      ['ids', activeOn, direction, after, before, limit],
      async (records, tenantIds) => {
        const found: RowId[][] = [];
        let returned = 0;
        for (const tenants of inParts(tenantIds, part)) {
          for (const ids of await leaseIdsOfTenants(records, tenants, activeOn, bounds)) {
            found.push(ids);
            // The row after the page is not returned, and the least that each page counts was counted before it was read.
            returned += Math.max(0, Math.min(ids.length, limit - 1) - LEAST_OF_NESTED_PAGE);
          }
          if (returned > this.#budget.left) throw this.#budget.refusal();
        }
        return found;
      },
      goesOn(bounds),
    );
  }

  #leases(parts: LeaseParts): DataLoader<RowId, Lease | null> {
    return this.#loader(['leases', parts], async (records, ids) => {
      const leases = new Map<RowId, Lease>();
      for (const part of inParts(ids, LEASES_AT_ONCE)) {
        for (const lease of await leasesWithin(this.#budget, records, part, parts)) leases.set(lease.rowId, lease);
      }
      return ids.map((id) => leases.get(id) ?? null);
    });
  }

  #counts(activeOn: LocalDate | undefined): DataLoader<RowId, number | null> {
    return this.#loader(['count', activeOn], (records, tenantIds) =>
      leaseCountsOfTenants(records, tenantIds, activeOn),
    );
  }

  /** The loader of one question, so that all that are asked it in one tick share a statement. */
  #loader<Answer>(
    question: readonly unknown[],
    answer: (records: VisibleRecords, ids: readonly RowId[]) => Promise<Answer[]>,
    goesOn = false,
  ): DataLoader<RowId, Answer> {
    const name = JSON.stringify(question);
    const known = this.#loaders.get(name);
    if (known !== undefined) return known as DataLoader<RowId, Answer>;
    const loader = new DataLoader<RowId, Answer>(async (ids) => {
      const records = await this.session.records({ goesOn });
      // Tenants that are there to be asked were visible, so there is a group.
      if (records === null) throw new Error('The caller sees no group.');
      return answer(records, ids);
    });
    this.#loaders.set(name, loader);
    return loader;
  }
}

function* inParts(ids: readonly RowId[], size: number): Generator<readonly RowId[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}

function orThrow(lease: Lease | Error): Lease {
  if (lease instanceof Error) throw lease;
  return lease;
}
