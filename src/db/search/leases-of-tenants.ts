/** The leases of each of many tenants, all at once (`Tenant.leases`). */

import { sql } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import { COUNT_LIMIT, type PageRequest, type RowId } from '../../model/page';
import { among } from '../match-keys';
import type { VisibleRecords } from '../visible-records';
import { MOST_COUNTED } from './search';
import { isActiveOn } from './tenant-conditions';

/** For each tenant, the paging ids of the first of its leases within the bounds, in the order of the direction; one statement for all. */
export async function leaseIdsOfTenants(
  records: VisibleRecords,
  tenants: readonly RowId[],
  activeOn: LocalDate | undefined,
  { direction, after, before, limit }: PageRequest,
): Promise<RowId[][]> {
  const forward = direction === 'forward';
  const rows = await records.union(
    tenants.map((tenant) =>
      pairsOf(records, [tenant], activeOn)
        .$if(after !== undefined, (q) => q.where('p.lease_id', '>', after!))
        .$if(before !== undefined, (q) => q.where('p.lease_id', '<', before!))
        .orderBy('p.lease_id', forward ? 'asc' : 'desc')
        .limit(limit),
    ),
  );
  const ids = new Map<RowId, RowId[]>(tenants.map((tenant) => [tenant, []]));
  for (const { tenant_id, lease_id } of rows) ids.get(tenant_id)?.push(lease_id);
  return tenants.map((tenant) => (ids.get(tenant) ?? []).sort((a, b) => (forward ? a - b : b - a)));
}

/** For each tenant, how many leases it has; null above the limit, and for all when together they have too many to look at. */
export async function leaseCountsOfTenants(
  records: VisibleRecords,
  tenants: readonly RowId[],
  activeOn: LocalDate | undefined,
): Promise<(number | null)[]> {
  const rows = await pairsOf(records, tenants, activeOn)
    .limit(MOST_COUNTED + 1)
    .execute();
  if (rows.length > MOST_COUNTED) return tenants.map(() => null);
  const counts = new Map<RowId, number>();
  for (const { tenant_id } of rows) counts.set(tenant_id, (counts.get(tenant_id) ?? 0) + 1);
  return tenants.map((tenant) => counts.get(tenant) ?? 0).map((count) => (count > COUNT_LIMIT ? null : count));
}

function pairsOf(records: VisibleRecords, tenants: readonly RowId[], activeOn: LocalDate | undefined) {
  return records
    .leaseTenants('force index (primary)')
    .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
    .select(['p.tenant_id', 'p.lease_id'])
    .where(among('p.tenant_id', tenants))
    .$if(activeOn !== undefined, (q) => q.where(isActiveOn('l', activeOn!)))
    .modifyFront(sql`straight_join`);
}
