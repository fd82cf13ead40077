import DataLoader from 'dataloader';

import { leasesById } from '../db/lease-queries';
import type { Listing } from '../db/listing';
import { leaseCountsOfTenants, leaseIdsOfTenants } from '../db/search/leases-of-tenants';
import type { VisibleRecords } from '../db/visible-records';
import { type LeaseParts, WHOLE_LEASE } from '../model/lease-parts';
import type { LocalDate } from '../model/local-date';
import { goesOn, type Page, type PageRequest, type RowId } from '../model/page';
import type { Lease, Tenant } from '../model/records';
import { paginate } from './paginate';
import type { Session } from './session';

/**
 * The leases of each of many tenants that one answer holds: whatever is asked of all of them at once
 * costs a fixed number of statements, never one for each tenant. Made anew for each request.
 */
export class TenantLeases {
  readonly #loaders = new Map<string, DataLoader<RowId, unknown>>();

  constructor(private readonly session: Session) {}

  of(tenant: Tenant, activeOn: LocalDate | undefined, request: PageRequest, parts = WHOLE_LEASE): Promise<Page<Lease>> {
    const { rowId } = tenant;
    const listing: Listing<Lease> = {
      ids: (bounds) => this.#ids(activeOn, bounds).load(rowId),
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
    return this.#loader(
      ['ids', activeOn, direction, after, before, limit],
      (records, tenantIds) => leaseIdsOfTenants(records, tenantIds, activeOn, bounds),
      goesOn(bounds),
    );
  }

  #leases(parts: LeaseParts): DataLoader<RowId, Lease | null> {
    return this.#loader(['leases', parts], async (records, ids) => {
      const leases = new Map((await leasesById(records, ids, parts)).map((lease) => [lease.rowId, lease]));
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

function orThrow(lease: Lease | Error): Lease {
  if (lease instanceof Error) throw lease;
  return lease;
}
