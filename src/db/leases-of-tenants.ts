/** The leases of each of many tenants, in one statement (`Tenant.leases`). */

import { type Expression, sql } from 'kysely';

import type { LocalDate } from '../model/local-date';
import { COUNT_PROBLEMS, type CountProblem, limitedCount, type PageRequest, type RowId } from '../model/page';
import { among, ofGroup } from './match-keys';
import { kindOfPage, pageOf, slot, slotsOfBounds } from './statements';
import { MAX_COUNTED, type VisibleRecords } from './visible-records';
import { isActiveOn } from './search/conditions';

const IS_ACTIVE = isActiveOn('l', slot<string>('activeOn'));

/** Few tenants have more leases than this. */
const LEASES_OF_A_TENANT = 5;

/** A tenant with one of its leases. */
interface PairRow {
  readonly tenant_id: RowId;
  readonly lease_id: RowId;
  readonly matches: number | null;
}

/**
 * For each tenant, the paging ids of its first leases within the bounds, in the order of the direction.
 * One statement reads the leases of one tenant after the other, up to a limit. If they have more, a second statement reads a
 * page of each remaining tenant.
 */
export async function leaseIdsOfTenants(
  records: VisibleRecords,
  tenants: readonly RowId[],
  activeOn: LocalDate | undefined,
  bounds: PageRequest,
): Promise<RowId[][]> {
  const { direction, after, before, limit } = bounds;
  const pages = new Map<RowId, RowId[]>(tenants.map((tenant) => [tenant, []]));
  const add = ({ tenant_id, lease_id, matches }: PairRow) => {
    const page = pages.get(tenant_id)!;
    if (matches === 1 && page.length < limit) page.push(lease_id);
  };

  const isActive = activeOn !== undefined;
  const most = limit + tenants.length * LEASES_OF_A_TENANT;
  const name = `leases of tenants${isActive ? ', active' : ''}, ${kindOfPage(bounds)}`;
  const rows = await records.prepared({
    name,
    // Inactive leases are returned as well, marked as such: the limit counts rows that are read.
    build: (visible) =>
      pageOfPairs(visible, bounds).select(
        (isActive ? sql<number | null>`(${IS_ACTIVE})` : sql<number>`1`).as('matches'),
      ),
    values: { activeOn, after, before, tenants, limit: most },
  });
  for (const row of rows) add(row);
  if (rows.length < most) return [...pages.values()];

  const last = rows.at(-1)!.tenant_id;
  const passed = (tenant: RowId) => (direction === 'forward' ? tenant < last : tenant > last);
  const left = tenants.filter((tenant) => !passed(tenant) && pages.get(tenant)!.length < limit);
  for (const tenant of left) pages.set(tenant, []);
  const sorted = await records.preparedUnion<PairRow>(
    left.map((tenant) => ({
      name: `${name}, each`,
      build: (visible) =>
        pageOfPairs(visible, bounds)
          .select(sql<number>`1`.as('matches'))
          .$if(isActive, (q) => q.where(IS_ACTIVE)),
      values: { activeOn, after, before, tenants: [tenant], limit },
    })),
  );
  // The branches of a union come in any order.
  sorted.sort((a, b) => (direction === 'forward' ? a.lease_id - b.lease_id : b.lease_id - a.lease_id)).forEach(add);
  return [...pages.values()];
}

/** For each tenant, its number of leases, or why they are not counted: for all tenants if they have too many leases together. */
export async function leaseCountsOfTenants(
  records: VisibleRecords,
  tenants: readonly RowId[],
  activeOn: LocalDate | undefined,
): Promise<(number | CountProblem)[]> {
  const isActive = activeOn !== undefined;
  const rows = await records.prepared({
    name: `counts of leases of tenants${isActive ? ', active' : ''}`,
    build: (visible) =>
      pairsOf(visible, slot<RowId>('tenants'))
        .$if(isActive, (q) => q.where(IS_ACTIVE))
        .limit(MAX_COUNTED + 1),
    values: { activeOn, tenants },
  });
  if (rows.length > MAX_COUNTED) return tenants.map(() => COUNT_PROBLEMS.TOO_MANY_ROWS);
  const counts = new Map<RowId, number>();
  for (const { tenant_id } of rows) counts.set(tenant_id, (counts.get(tenant_id) ?? 0) + 1);
  return tenants.map((tenant) => limitedCount(counts.get(tenant) ?? 0));
}

function pairsOf(records: VisibleRecords, tenants: Expression<RowId>) {
  return records
    .leaseTenants('force index (primary)')
    .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')))
    .select(['p.tenant_id', 'p.lease_id'])
    .where(among('p.tenant_id', tenants))
    .modifyFront(sql`straight_join`);
}

/** Pairs in the order of the tenants and of the page. */
const pageOfPairs = (records: VisibleRecords, bounds: PageRequest) =>
  pageOf(
    pairsOf(records, slot<RowId>('tenants')).orderBy('p.tenant_id', bounds.direction === 'forward' ? 'asc' : 'desc'),
    'p.lease_id',
    slotsOfBounds(bounds),
  );
