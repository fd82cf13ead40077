import DataLoader from 'dataloader';

import { leaseCountsOfTenants, leaseIdsOfTenants } from '../db/leases-of-tenants';
import { leasesById } from '../db/records-by-id';
import type { VisibleRecords } from '../db/visible-records';
import type { LocalDate } from '../model/local-date';
import { type CountProblem, LEAST_OF_NESTED_PAGE, type Page, type PageRequest, type RowId } from '../model/page';
import { type Lease, type LeaseParts, type Tenant, WHOLE_LEASE } from '../model/records';
import type { Session } from './find-records';
import { type Listing, paginate } from './paginate';

/** The most tenants whose leases one statement finds. */
const TENANTS_PER_STATEMENT = 500;
/** The most leases that one statement reads. */
const LEASES_PER_STATEMENT = 1_000;
/** The most rows that are read before they are counted. */
const ROWS_PER_STATEMENT = 15_000;

/**
 * Reads the leases of each tenant of an answer. A page of tenants takes a fixed number of statements, never one for each tenant.
 * Each request has its own instance.
 * A large number of tenants is read in batches, which bounds each statement and each turn of the event loop.
 */
export class TenantLeases {
  readonly #loaders = new Map<string, DataLoader<RowId, unknown>>();

  constructor(private readonly session: Session) {}

  of(tenant: Tenant, activeOn: LocalDate | undefined, request: PageRequest, parts = WHOLE_LEASE): Promise<Page<Lease>> {
    const { rowId } = tenant;
    const listing: Listing<Lease> = {
      ids: async (bounds) => {
        const ids = await this.#ids(activeOn, bounds).load(rowId);
        await this.session.yieldAfter(LEAST_OF_NESTED_PAGE);
        return ids;
      },
      records: async (ids) => {
        const loader = this.#leases(parts);
        const leases = await Promise.all(ids.map((id) => loader.load(id)));
        return leases.filter((lease) => lease !== null);
      },
      count: () => this.#counts(activeOn).load(rowId),
    };
    return paginate(listing, request);
  }

  #ids(activeOn: LocalDate | undefined, bounds: PageRequest): DataLoader<RowId, RowId[]> {
    const { direction, after, before, limit } = bounds;
    const { budget } = this.session;
    const batchSize = Math.min(TENANTS_PER_STATEMENT, Math.ceil(ROWS_PER_STATEMENT / limit));
    return this.#loader(['ids', activeOn, direction, after, before, limit], async (records, tenantIds) => {
      const pages: RowId[][] = [];
      let returned = 0;
      for (const tenants of batches(tenantIds, batchSize)) {
        for (const ids of await leaseIdsOfTenants(records, tenants, activeOn, bounds)) {
          pages.push(ids);
          // The row after the page is not returned, and the minimum of each page was counted before it was read.
          returned += Math.max(0, Math.min(ids.length, limit - 1) - LEAST_OF_NESTED_PAGE);
        }
        if (budget !== undefined && returned > budget.left) throw budget.refusal();
      }
      return pages;
    });
  }

  #leases(parts: LeaseParts): DataLoader<RowId, Lease | null> {
    return this.#loader(['leases', parts], async (records, ids) => {
      const leases = new Map<RowId, Lease>();
      for (const batch of batches(ids, LEASES_PER_STATEMENT)) {
        const read = await this.session.leases((most) => leasesById(records, parts, batch, most), parts);
        for (const lease of read) leases.set(lease.rowId, lease);
      }
      return ids.map((id) => leases.get(id) ?? null);
    });
  }

  #counts(activeOn: LocalDate | undefined): DataLoader<RowId, number | CountProblem> {
    return this.#loader(['count', activeOn], (records, tenantIds) =>
      leaseCountsOfTenants(records, tenantIds, activeOn),
    );
  }

  /** Each query with its arguments has one loader, so that all ids of one tick share a statement. */
  #loader<Result>(
    query: readonly unknown[],
    load: (records: VisibleRecords, ids: readonly RowId[]) => Promise<Result[]>,
  ): DataLoader<RowId, Result> {
    const key = JSON.stringify(query);
    const made = this.#loaders.get(key);
    if (made !== undefined) return made as DataLoader<RowId, Result>;
    const loader = new DataLoader<RowId, Result>(async (ids) => {
      const records = await this.session.records();
      // The caller sees these tenants, so it sees a group.
      if (records === null) throw new Error('The caller sees no group.');
      return load(records, ids);
    });
    this.#loaders.set(key, loader);
    return loader;
  }
}

function* batches(ids: readonly RowId[], size: number): Generator<readonly RowId[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}
