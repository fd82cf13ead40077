/** Leases and tenants by their row ids. */

import type { RowId } from '../model/page';
import { type Lease, type LeaseParts, type Tenant, WHOLE_TENANT } from '../model/records';
import { among } from './match-keys';
import {
  inOrder,
  kindOfLease,
  leasesWithParts,
  rowsByLease,
  tenantsWithParts,
  type TenantRow,
  toLease,
  toTenant,
} from './rows';
import { slot } from './statements';
import { BY_ID, type VisibleRecords } from './visible-records';

/** In place of records that are more, or contain more, than a reader allows. Those of the first `fits` ids can be read. */
export class TooMany {
  constructor(readonly fits: number) {}
}

/**
 * The visible leases with these row ids, with their tenants, in the order of the ids. It is one statement, so a lease and its tenants
 * are consistent even while they move to another group. The statement reads at most `most` + `ids.length` + 1 rows.
 * @param most tenants of all these leases together
 * @returns at least one id fits
 */
export async function leasesById(
  records: VisibleRecords,
  parts: LeaseParts,
  ids: readonly RowId[],
  most = Infinity,
): Promise<Lease[] | TooMany> {
  if (ids.length === 0) return [];
  // A lease without tenants is one row.
  const limit = Math.min(ids.length + most + 1, Number.MAX_SAFE_INTEGER);
  const rows = await records.prepared({
    name: `leases by id, ${kindOfLease(parts)}`,
    build: (visible) =>
      leasesWithParts(visible.leases(BY_ID).where(among('l.id', slot('ids'))), parts).$if(parts.tenants, (q) =>
        q.limit(slot<number>('limit')),
      ),
    values: { ids, limit },
  });
  const rowsOf = rowsByLease(rows);
  const tenants = parts.tenants ? rows.filter(({ tenant_id }) => tenant_id !== null).length : 0;
  // A pair whose tenant is in another group is one row, too.
  if (tenants > most || (parts.tenants && rows.length === limit)) {
    const tenantsOfLease = (id: RowId) => (rowsOf.get(id) ?? []).filter(({ tenant_id }) => tenant_id !== null).length;
    return new TooMany(fitting(ids, tenantsOfLease, most));
  }
  const leases = [...rowsOf.values()].map((ofLease) => toLease(ofLease, parts));
  return inOrder(ids, leases);
}

/** How many leases, from the first on, have at most `most` tenants together. At least one, and never all. */
function fitting(ids: readonly RowId[], tenantsOfLease: (id: RowId) => number, most: number): number {
  let tenants = 0;
  const passed = ids.findIndex((id) => (tenants += tenantsOfLease(id)) > most);
  // The rows of the last lease may be incomplete.
  return Math.max(1, Math.min(passed < 0 ? ids.length : passed, ids.length - 1));
}

/** The visible tenants with these row ids, in the order of the ids. */
export async function tenantsById(records: VisibleRecords, ids: readonly RowId[]): Promise<Tenant[]> {
  if (ids.length === 0) return [];
  const rows = await records.prepared<TenantRow>({
    name: 'tenants by id',
    build: (visible) => tenantsWithParts(visible.tenants(BY_ID).where(among('t.id', slot('ids'))), WHOLE_TENANT),
    values: { ids },
  });
  const tenants = rows.map((row) => toTenant(row, WHOLE_TENANT));
  return inOrder(ids, tenants);
}
