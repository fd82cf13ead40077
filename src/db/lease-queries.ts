/** Leases of matching tenants, and leases with given row ids. */

import type { TenantCriteria } from '../model/criteria';
import type { RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import { inOrder, type Listing, recordsWith, TooMany } from './listing';
import { among } from './match-keys';
import { kindOfLease, leasesWithParts, rowsByLease, toLease } from './rows';
import { LeaseSearch } from './search/lease-search';
import { slot } from './statements';
import { BY_ID, type VisibleRecords } from './visible-records';

/**
 * The visible leases with these row ids, in the order of the ids.
 * @param most tenants of all these leases together; without it, any number
 */
export type ReadLeases = (ids: readonly RowId[], most?: number) => Promise<Lease[] | TooMany>;

/** A set of leases, of which any page can be read with a limit on the tenants of its leases. */
interface LeaseListing extends Listing<Lease> {
  readonly records: ReadLeases;
}

/**
 * Contract 4.1: all given identifications match the same tenant, and each lease is listed once (decisions 7 and 12).
 * @param mostTenants how many tenants of leases a statement that finds leases may read
 */
export function leasesOfMatchingTenants(
  records: VisibleRecords,
  criteria: TenantCriteria,
  parts: LeaseParts,
  mostTenants: () => number,
): LeaseListing {
  const search = new LeaseSearch(records, criteria, parts, mostTenants);
  const byId = leasesById(records, parts);
  return {
    ids: (bounds) => search.ids(bounds),
    count: () => search.count(),
    records: async (ids, most = Infinity) => {
      const read = recordsWith(ids, search.leases);
      const tenants = tenantsOf(read, parts);
      return read.length === ids.length && tenants <= most ? read : byId(ids, most);
    },
  };
}

/** The number of tenants of leases; 0 if they were not read. */
export const tenantsOf = (leases: readonly Lease[], parts: LeaseParts): number =>
  parts.tenants ? leases.reduce((sum, lease) => sum + lease.tenants.length, 0) : 0;

/**
 * Reads leases with their tenants in the order of their row ids. It is one statement, so a lease and its tenants are consistent
 * even while they move to another group. The statement reads at most `most` + `ids.length` + 1 rows.
 */
export const leasesById =
  (records: VisibleRecords, parts: LeaseParts): ReadLeases =>
  async (ids, most = Infinity) => {
    if (ids.length === 0) return [];
    // A lease without tenants is one row.
    const limit = Math.min(ids.length + most + 1, Number.MAX_SAFE_INTEGER);
    const rows = await records.prepared({
      name: `leases by id, ${kindOfLease(parts)}`,
      build: (within) => selectById(within, parts),
      values: { ids, limit },
    });
    const rowsOf = rowsByLease(rows);
    const tenants = parts.tenants ? rows.filter(({ tenant_id }) => tenant_id !== null).length : 0;
    // A pair whose tenant is in another group is one row, too.
    if (tenants > most || (parts.tenants && rows.length === limit)) {
      const tenantsOfLease = (id: RowId) => (rowsOf.get(id) ?? []).filter(({ tenant_id }) => tenant_id !== null).length;
      return new TooMany(fitting(ids, tenantsOfLease, most));
    }
    const leases = [...rowsOf.values()].map((own) => toLease(own, parts));
    return inOrder(ids, leases);
  };

/** How many leases, from the first on, have at most `most` tenants together. At least one, and never all. */
function fitting(ids: readonly RowId[], tenantsOfLease: (id: RowId) => number, most: number): number {
  let tenants = 0;
  const passed = ids.findIndex((id) => (tenants += tenantsOfLease(id)) > most);
  // The rows of the last lease may be incomplete.
  return Math.max(1, Math.min(passed < 0 ? ids.length : passed, ids.length - 1));
}

const selectById = (records: VisibleRecords, parts: LeaseParts) =>
  leasesWithParts(records.leases(BY_ID).where(among('l.id', slot('ids'))), parts).$if(parts.tenants, (q) =>
    q.limit(slot<number>('limit')),
  );
