/** Leases: those of the tenants that a question matches, and those with given row ids. */

import type { RowId } from '../model/page';
import type { TenantQuestion } from '../model/questions';
import type { Lease, Tenant } from '../model/records';
import { inOrder, type Listing } from './listing';
import { LEASE_COLUMNS, type LeaseRow, TENANT_COLUMNS, toLease, toTenant } from './rows';
import { LeaseSearch } from './search/lease-search';
import type { VisibleRecords } from './visible-records';

/** Contract 4.1: every given identification holds for the same tenant, and each lease comes once (decisions 7 and 12). */
export function leasesOfMatchingTenants(records: VisibleRecords, question: TenantQuestion): Listing<Lease> {
  const search = new LeaseSearch(records, question);
  return {
    ids: (bounds) => search.ids(bounds),
    count: () => search.count(),
    records: (ids) => leasesById(records, ids),
  };
}

/** The visible ones of the leases with these row ids, in the order of the ids. */
export async function leasesById(records: VisibleRecords, ids: readonly RowId[]): Promise<Lease[]> {
  if (ids.length === 0) return [];
  const rows = await leaseRows(records).where('l.id', 'in', ids).execute();
  return inOrder(ids, await withTenants(records, rows));
}

function leaseRows(records: VisibleRecords) {
  return records
    .leases()
    .innerJoin('groups as g', 'g.id', 'l.group_id')
    .leftJoin('units as u', (on) => on.onRef('u.id', '=', 'l.unit_id').onRef('u.group_id', '=', 'l.group_id'))
    .select(LEASE_COLUMNS);
}

/** One statement for the tenants of all leases, each lease's own in the order of their paging ids. */
async function withTenants(records: VisibleRecords, leases: readonly LeaseRow[]): Promise<Lease[]> {
  if (leases.length === 0) return [];
  const rows = await records
    .leaseTenants()
    .innerJoin('tenants as t', (on) => on.onRef('t.id', '=', 'p.tenant_id').onRef('t.group_id', '=', 'p.group_id'))
    .innerJoin('groups as g', 'g.id', 't.group_id')
    .select(['p.lease_id', ...TENANT_COLUMNS])
    .where(
      'p.lease_id',
      'in',
      leases.map(({ id }) => id),
    )
    .orderBy('p.tenant_id')
    .execute();
  const tenantsOf = new Map<RowId, Tenant[]>(leases.map(({ id }) => [id, []]));
  for (const row of rows) tenantsOf.get(row.lease_id)?.push(toTenant(row));
  return leases.map((lease) => toLease(lease, tenantsOf.get(lease.id) ?? []));
}
