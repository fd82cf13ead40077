import DataLoader from 'dataloader';

import { leaseCountsOfTenants, leaseIdsOfTenants, leasesById } from '../db/lease-queries';
import type { Listing } from '../db/listing';
import type { LocalDate } from '../model/local-date';
import type { Page, PageRequest, RowId } from '../model/page';
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

  of(tenant: Tenant, activeOn: LocalDate | undefined, request: PageRequest): Promise<Page<Lease>> {
    const { rowId } = tenant;
    const listing: Listing<Lease> = {
      read: (bounds) => this.#runs(activeOn, bounds).load(rowId),
      exists: async (bounds) => (await this.#runs(activeOn, { ...bounds, limit: 1 }).load(rowId)).length > 0,
      count: () => this.#counts(activeOn).load(rowId),
    };
    return paginate(listing, request);
  }

  #runs(activeOn: LocalDate | undefined, bounds: PageRequest): DataLoader<RowId, Lease[]> {
    const { direction, after, before, limit } = bounds;
    return this.#loader(['run', activeOn, direction, after, before, limit], async (tenantIds) => {
      const records = await this.session.records();
      if (records === null) return tenantIds.map(() => []);
      const pairs = await leaseIdsOfTenants(records, tenantIds, activeOn, bounds);
      const leaseIds = [...new Set(pairs.map(({ lease_id }) => lease_id))];
      const leases = new Map((await leasesById(records, leaseIds)).map((lease) => [lease.rowId, lease]));
      const runs = new Map<RowId, Lease[]>(tenantIds.map((id) => [id, []]));
      for (const { tenant_id, lease_id } of pairs) {
        const lease = leases.get(lease_id);
        if (lease !== undefined) runs.get(tenant_id)?.push(lease);
      }
      const order = direction === 'forward' ? 1 : -1;
      return tenantIds.map((id) => (runs.get(id) ?? []).sort((a, b) => order * (a.rowId - b.rowId)));
    });
  }

  #counts(activeOn: LocalDate | undefined): DataLoader<RowId, number> {
    return this.#loader(['count', activeOn], async (tenantIds) => {
      const records = await this.session.records();
      if (records === null) return tenantIds.map(() => 0);
      return leaseCountsOfTenants(records, tenantIds, activeOn);
    });
  }

  /** The loader of one question, so that all tenants that are asked it in one tick share a statement. */
  #loader<Answer>(
    question: readonly unknown[],
    answer: (tenantIds: readonly RowId[]) => Promise<Answer[]>,
  ): DataLoader<RowId, Answer> {
    const name = JSON.stringify(question);
    const known = this.#loaders.get(name);
    if (known !== undefined) return known as DataLoader<RowId, Answer>;
    const loader = new DataLoader<RowId, Answer>(answer, { maxBatchSize: 100 });
    this.#loaders.set(name, loader);
    return loader;
  }
}
