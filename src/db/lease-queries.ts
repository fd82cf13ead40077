/** Leases of matching tenants, and leases with given row ids. */

import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { TenantCriteria } from '../model/criteria';
import type { RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import { type Listing, TooMany, inOrder } from './listing';
import { among, ofGroup } from './match-keys';
import { GROUP_COLUMNS, LEASE_COLUMNS, type LeaseRow, TENANT_OF_LEASE_COLUMNS, UNIT_COLUMNS, toLease } from './rows';
import { LeaseSearch } from './search/lease-search';
import {
  type Identifications,
  identificationsOf,
  isActiveOn,
  pairsOfTenants,
  slotsOf,
} from './search/tenant-conditions';
import { slot } from './statements';
import type { Tables } from './tables';
import { BY_ID, joined, type VisibleRecords } from './visible-records';

/**
 * The visible leases with these row ids, in the order of the ids.
 * @param most tenants of all these leases together; without it, any number
 */
export type ReadLeases = (ids: readonly RowId[], most?: number) => Promise<Lease[] | TooMany>;

/**
 * Contract 4.1: all given identifications match the same tenant, and each lease is listed once (decisions 7 and 12).
 * @param limited limits the tenants of the leases of a page
 */
export function leasesOfMatchingTenants(
  records: VisibleRecords,
  criteria: TenantCriteria,
  parts: LeaseParts,
  limited: (read: ReadLeases) => Listing<Lease>['records'],
): Listing<Lease> {
  let first: Promise<FirstLeases> | undefined;
  const firstOnce = () => (first ??= firstLeases(records, criteria, parts));
  const search = new LeaseSearch(records, criteria, firstOnce);
  return {
    ids: (bounds) => search.ids(bounds),
    count: () => search.count(),
    records: limited(async (ids, most) => {
      const { leases } = await firstOnce();
      return leases === null ? readById(records, parts, ids, most) : amongFirst(leases, ids, parts, most);
    }),
  };
}

/** What the first statement of a lookup has found. */
export interface FirstLeases {
  /** All matching leases. Null if there may be more. */
  readonly leases: ReadonlyMap<RowId, Lease> | null;
  /** Matching tenants so far. */
  readonly tenants: readonly RowId[];
}

/** Rows that the first statement reads at most: one for each tenant of a lease, for each matching tenant. */
const FIRST_ROWS = 12;

/** One statement, which is the whole answer for nearly every tenant. */
async function firstLeases(records: VisibleRecords, criteria: TenantCriteria, parts: LeaseParts): Promise<FirstLeases> {
  const { activeOn } = criteria;
  const given = identificationsOf(criteria);
  const values = { ...given, ...(activeOn !== undefined && { activeOn }) };
  const name = `first leases by ${Object.keys(values).join()}, ${Object.values(parts).join()}`;
  const build = (within: VisibleRecords) => selectFirst(within, given, activeOn !== undefined, parts);
  const rows = await records.prepared({ name, build, values });
  const tenants = [...new Set(rows.map(({ matching_tenant }) => matching_tenant))];
  if (rows.length > FIRST_ROWS) return { leases: null, tenants };
  // A lease of two matching tenants is there twice, with all its tenants.
  const once = new Map<RowId, { readonly tenant: RowId; readonly rows: LeaseRow[] }>();
  for (const row of rows) {
    if (row.matches !== 1) continue;
    const known = once.get(row.id);
    if (known === undefined) once.set(row.id, { tenant: row.matching_tenant, rows: [row] });
    else if (known.tenant === row.matching_tenant) known.rows.push(row);
  }
  return { leases: new Map([...once].map(([id, lease]) => [id, toLease(lease.rows, parts)])), tenants };
}

function selectFirst(records: VisibleRecords, given: Identifications, active: boolean, parts: LeaseParts) {
  const matches = active ? isActiveOn('l', slot<string>('activeOn')) : sql<SqlBool>`true`;
  const leases = pairsOfTenants(records, slotsOf(given))
    .innerJoin(joined('leases as l', 'primary'), (on) =>
      on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')),
    )
    .select(['p.tenant_id as matching_tenant', matches.as('matches')])
    .limit(FIRST_ROWS + 1);
  return withParts(leases, parts);
}

function amongFirst(
  leases: ReadonlyMap<RowId, Lease>,
  ids: readonly RowId[],
  parts: LeaseParts,
  most = Infinity,
): Lease[] | TooMany {
  const tenantsOf = (id: RowId) => (parts.tenants ? leases.get(id)!.tenants.length : 0);
  const tenants = ids.reduce((sum, id) => sum + tenantsOf(id), 0);
  return tenants > most ? new TooMany(fitting(ids, tenantsOf, most)) : ids.map((id) => leases.get(id)!);
}

/**
 * Reads leases with their tenants in the order of their row ids. It is one statement, so a lease and its tenants are consistent
 * even while they move to another group. The statement reads at most `most` + `ids.length` + 1 rows.
 */
export const leasesById =
  (records: VisibleRecords, parts: LeaseParts): ReadLeases =>
  (ids, most) =>
    readById(records, parts, ids, most);

async function readById(
  records: VisibleRecords,
  parts: LeaseParts,
  ids: readonly RowId[],
  most = Infinity,
): Promise<Lease[] | TooMany> {
  if (ids.length === 0) return [];
  // A lease without tenants is one row.
  const limit = Math.min(ids.length + most + 1, Number.MAX_SAFE_INTEGER);
  const rows = await records.prepared({
    name: `leases by id, ${Object.values(parts).join()}`,
    build: (within) => selectById(within, parts),
    values: { ids, limit },
  });
  const rowsOf = new Map<RowId, LeaseRow[]>();
  let tenants = 0;
  for (const row of rows) {
    if (parts.tenants && row.tenant_id !== null) tenants += 1;
    const known = rowsOf.get(row.id);
    if (known === undefined) rowsOf.set(row.id, [row]);
    else known.push(row);
  }
  // A pair whose tenant is in another group is one row, too.
  if (tenants > most || (parts.tenants && rows.length === limit)) {
    const tenantsOf = (id: RowId) => (rowsOf.get(id) ?? []).filter(({ tenant_id }) => tenant_id !== null).length;
    return new TooMany(fitting(ids, tenantsOf, most));
  }
  return inOrder(
    ids,
    [...rowsOf.values()].map((own) => toLease(own, parts)),
  );
}

/** How many leases, from the first on, have at most `most` tenants together. At least one, and never all. */
function fitting(ids: readonly RowId[], tenantsOf: (id: RowId) => number, most: number): number {
  let tenants = 0;
  const passed = ids.findIndex((id) => (tenants += tenantsOf(id)) > most);
  // The rows of the last lease may be incomplete.
  return Math.max(1, Math.min(passed < 0 ? ids.length : passed, ids.length - 1));
}

const selectById = (records: VisibleRecords, parts: LeaseParts) =>
  withParts(records.leases(BY_ID).where(among('l.id', slot('ids'))), parts).$if(parts.tenants, (q) =>
    q.limit(slot<number>('limit')),
  );

type LeaseQuery<Row> = SelectQueryBuilder<Tables & { l: Tables['leases'] }, 'l', Row>;

/** A query for leases, with their columns and those of the parts. */
const withParts = <Row>(leases: LeaseQuery<Row>, parts: LeaseParts) =>
  leases
    .select(LEASE_COLUMNS)
    .$if(parts.group, (q) => q.innerJoin('groups as g', 'g.id', 'l.group_id').select(GROUP_COLUMNS))
    .$if(parts.unit, (q) =>
      q
        .leftJoin('units as u', (on) => on.onRef('u.id', '=', 'l.unit_id').on(ofGroup('u.group_id', 'l.group_id')))
        .select(UNIT_COLUMNS),
    )
    .$if(parts.tenants, (q) =>
      q
        .leftJoin(joined('lease_tenants as lp', 'lease_tenants_of_lease'), (on) =>
          on.onRef('lp.lease_id', '=', 'l.id').onRef('lp.group_id', '=', 'l.group_id'),
        )
        .leftJoin('tenants as lt', (on) =>
          on.onRef('lt.id', '=', 'lp.tenant_id').on(ofGroup('lt.group_id', 'lp.group_id')),
        )
        .select(TENANT_OF_LEASE_COLUMNS),
    );
