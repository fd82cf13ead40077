/** Leases of matching tenants, and leases with given row ids. */

import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { TenantCriteria } from '../model/criteria';
import type { RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import { inOrder, type Listing, TooMany, within } from './listing';
import { among, ofGroup } from './match-keys';
import {
  GROUP_COLUMNS,
  LEASE_COLUMNS,
  type LeaseRow,
  rowsByLease,
  TENANT_OF_LEASE_COLUMNS,
  toLease,
  UNIT_COLUMNS,
} from './rows';
import { LeaseSearch } from './search/lease-search';
import { identificationsOf, isActiveOn, leasesOfTenants, slotsOf } from './search/tenant-conditions';
import { slot } from './statements';
import type { Tables } from './tables';
import { BY_ID, joined, type VisibleRecords } from './visible-records';

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

/** Rows that the statement reads at most: one for each tenant of a lease, for each matching tenant. */
const MOST_ROWS = 12;

/** A lease of a matching tenant, with one of the tenants of the lease. */
type MatchRow = LeaseRow & { readonly matching_tenant: RowId; readonly matches: number | null };

/** All matching leases, if they are few. They are read once. */
class FewLeases {
  /** The leases that were read, with their parts. */
  readonly byId = new Map<RowId, Lease>();
  #ids: Promise<readonly RowId[] | null> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: TenantCriteria,
    private readonly parts: LeaseParts,
    /** How many tenants of leases a statement may read. */
    private readonly most: () => number,
  ) {}

  /** Ascending. Null if there may be more. */
  ids(): Promise<readonly RowId[] | null> {
    this.#ids ??= this.#read();
    return this.#ids;
  }

  async #read(): Promise<readonly RowId[] | null> {
    const { parts } = this;
    const { activeOn } = this.criteria;
    const identifications = identificationsOf(this.criteria);
    const most = parts.tenants ? Math.min(MOST_ROWS, this.most()) : MOST_ROWS;
    const isActive = activeOn === undefined ? sql<SqlBool>`true` : isActiveOn('l', slot<string>('activeOn'));
    const values = { ...identifications, ...(activeOn !== undefined && { activeOn }) };
    const rows = await this.records.prepared<MatchRow>({
      name: `leases by ${Object.keys(values).join()}, ${Object.values(parts).join()}`,
      build: (records) =>
        withParts(
          leasesOfTenants(records, slotsOf(identifications))
            .select(['p.tenant_id as matching_tenant', isActive.as('matches')])
            .limit(slot<number>('rows')),
          parts,
        ).$castTo<MatchRow>(),
      values: { ...values, rows: most + 1 },
    });
    if (rows.length > most) return null;
    const rowsOf = rowsByLease(eachOnce(rows.filter(({ matches }) => matches === 1)));
    for (const [id, own] of rowsOf) this.byId.set(id, toLease(own, parts));
    return [...rowsOf.keys()].sort((a, b) => a - b);
  }
}

/** A lease of two matching tenants is there twice, with all its tenants. */
function eachOnce(rows: readonly MatchRow[]): MatchRow[] {
  const tenantOf = new Map<RowId, RowId>();
  for (const { id, matching_tenant } of rows) if (!tenantOf.has(id)) tenantOf.set(id, matching_tenant);
  return rows.filter(({ id, matching_tenant }) => tenantOf.get(id) === matching_tenant);
}

/**
 * The visible leases with these row ids, in the order of the ids.
 * @param most tenants of all these leases together; without it, any number
 */
export type ReadLeases = (ids: readonly RowId[], most?: number) => Promise<Lease[] | TooMany>;

/**
 * Contract 4.1: all given identifications match the same tenant, and each lease is listed once (decisions 7 and 12).
 * @param limited limits the tenants of the leases of a page
 * @param most how many tenants of leases a statement that finds leases may read
 */
export function leasesOfMatchingTenants(
  records: VisibleRecords,
  criteria: TenantCriteria,
  parts: LeaseParts,
  limited: (read: ReadLeases) => Listing<Lease>['records'],
  most: () => number = () => Infinity,
): Listing<Lease> {
  const few = new FewLeases(records, criteria, parts, most);
  const search = new LeaseSearch(records, criteria);
  return {
    ids: async (bounds) => {
      const ids = await few.ids();
      return ids === null ? search.ids(bounds) : within(ids, bounds);
    },
    count: async () => (await few.ids())?.length ?? search.count(),
    records: limited(async (ids, most = Infinity) => {
      const read = ids.flatMap((id) => few.byId.get(id) ?? []);
      const tenants = parts.tenants ? read.reduce((sum, lease) => sum + lease.tenants.length, 0) : 0;
      return read.length === ids.length && tenants <= most ? read : readById(records, parts, ids, most);
    }),
  };
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
  const rowsOf = rowsByLease(rows);
  const tenants = parts.tenants ? rows.filter(({ tenant_id }) => tenant_id !== null).length : 0;
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
