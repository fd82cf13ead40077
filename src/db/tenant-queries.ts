/** Tenants of matching leases, and tenants with given row ids. */

import type { RowId } from '../model/page';
import type { LeaseCriteria } from '../model/criteria';
import type { Tenant } from '../model/records';
import { inOrder, type Listing } from './listing';
import { among } from './match-keys';
import { slot } from './statements';
import { TENANT_COLUMNS, type TenantRow, toTenant } from './rows';
import { TenantSearch } from './search/tenant-search';
import { BY_ID, type VisibleRecords } from './visible-records';

/** Contract 4.2: the tenants of the leases that meet all given conditions, each tenant once (decisions 19 and 20). */
export function tenantsOfMatchingLeases(records: VisibleRecords, criteria: LeaseCriteria): Listing<Tenant> {
  const search = new TenantSearch(records, criteria);
  return {
    ids: (bounds) => search.ids(bounds),
    count: () => search.count(),
    records: (ids) => tenantsById(records, ids),
  };
}

/** The visible tenants with these row ids, in the order of the ids. */
export async function tenantsById(records: VisibleRecords, ids: readonly RowId[]): Promise<Tenant[]> {
  if (ids.length === 0) return [];
  const rows = await records.prepared<TenantRow>({ name: 'tenants by id', build: selectById, values: { ids } });
  return inOrder(ids, rows.map(toTenant));
}

const selectById = (records: VisibleRecords) =>
  records
    .tenants(BY_ID)
    .innerJoin('groups as g', 'g.id', 't.group_id')
    .select(TENANT_COLUMNS)
    .where(among('t.id', slot('ids')));
