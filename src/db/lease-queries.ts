/** Leases of matching tenants, and leases with given row ids. */

import type { TenantCriteria } from '../model/criteria';
import type { RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import { type Listing, TooMany, inOrder } from './listing';
import { among, ofGroup } from './match-keys';
import { GROUP_COLUMNS, LEASE_COLUMNS, type LeaseRow, TENANT_OF_LEASE_COLUMNS, UNIT_COLUMNS, toLease } from './rows';
import { LeaseSearch } from './search/lease-search';
import { slot } from './statements';
import { BY_ID, joined, type VisibleRecords } from './visible-records';

/** Contract 4.1: all given identifications match the same tenant, and each lease is listed once (decisions 7 and 12). */
export function leasesOfMatchingTenants(
  records: VisibleRecords,
  criteria: TenantCriteria,
  read: Listing<Lease>['records'],
): Listing<Lease> {
  const search = new LeaseSearch(records, criteria);
  return {
    ids: (bounds) => search.ids(bounds),
    count: () => search.count(),
    records: read,
  };
}

/**
 * The visible leases with these row ids, in the order of the ids, with their tenants in the order of theirs. It is one statement,
 * so a lease and its tenants are consistent even while they move to another group.
 * @param most tenants of all these leases together; the statement reads at most `most` + `ids.length` + 1 rows
 */
export async function leasesById(
  records: VisibleRecords,
  ids: readonly RowId[],
  parts: LeaseParts,
  most = Infinity,
): Promise<Lease[] | TooMany> {
  if (ids.length === 0) return [];
  // A lease without tenants is one row.
  const limit = Math.min(ids.length + most + 1, Number.MAX_SAFE_INTEGER);
  const name = `leases by id, ${Object.values(parts).join()}`;
  const rows = await records.prepared(name, (within) => selectById(within, parts), { ids, limit });
  const tenantsOf = new Map<RowId, LeaseRow[]>();
  let tenants = 0;
  for (const row of rows) {
    if (parts.tenants && row.tenant_id !== null) tenants += 1;
    const known = tenantsOf.get(row.id);
    if (known === undefined) tenantsOf.set(row.id, [row]);
    else known.push(row);
  }
  // A pair whose tenant is in another group is one row, too.
  if (tenants > most || (parts.tenants && rows.length === limit)) return new TooMany(fitting(ids, tenantsOf, most));
  return inOrder(
    ids,
    [...tenantsOf.values()].map((own) => toLease(own, parts)),
  );
}

/** How many leases, from the first on, have at most `most` tenants together. At least one, and never all. */
function fitting(ids: readonly RowId[], rowsOf: ReadonlyMap<RowId, readonly LeaseRow[]>, most: number): number {
  let tenants = 0;
  const passed = ids.findIndex((id) => {
    for (const { tenant_id } of rowsOf.get(id) ?? []) if (tenant_id !== null) tenants += 1;
    return tenants > most;
  });
  // The rows of the last lease may be incomplete.
  return Math.max(1, Math.min(passed < 0 ? ids.length : passed, ids.length - 1));
}

const selectById = (records: VisibleRecords, parts: LeaseParts) =>
  records
    .leases(BY_ID)
    .select(LEASE_COLUMNS)
    .where(among('l.id', slot('ids')))
    .$if(parts.group, (q) => q.innerJoin('groups as g', 'g.id', 'l.group_id').select(GROUP_COLUMNS))
    .$if(parts.unit, (q) =>
      q
        .leftJoin('units as u', (on) => on.onRef('u.id', '=', 'l.unit_id').on(ofGroup('u.group_id', 'l.group_id')))
        .select(UNIT_COLUMNS),
    )
    .$if(parts.tenants, (q) =>
      q
        .leftJoin(joined('lease_tenants as p', 'lease_tenants_of_lease'), (on) =>
          on.onRef('p.lease_id', '=', 'l.id').onRef('p.group_id', '=', 'l.group_id'),
        )
        .leftJoin('tenants as t', (on) => on.onRef('t.id', '=', 'p.tenant_id').on(ofGroup('t.group_id', 'p.group_id')))
        .select(TENANT_OF_LEASE_COLUMNS)
        .limit(slot<number>('limit')),
    );
