/** Sets of records of which any page can be read: what they have in common, and those of tenants and groups. */

import type { Kysely } from 'kysely';

import type { LeaseCriteria } from '../model/criteria';
import { COUNT_LIMIT, type CountProblem, limitedCount, type PageRequest, type RowId } from '../model/page';
import { type Group, type Tenant, type TenantParts, WHOLE_TENANT } from '../model/records';
import { among } from './match-keys';
import { GROUP_COLUMNS, tenantsWithParts, type TenantRow, toGroup, toTenant } from './rows';
import { TenantSearch } from './search/tenant-search';
import { pageOf, slot } from './statements';
import type { AccessTables } from './tables';
import type { GroupScope } from './visibility';
import { BY_ID, type VisibleRecords } from './visible-records';

/** In place of records that contain more records than a reader allows. Those of the first `fits` ids, at least one, can be read. */
export class TooMany {
  constructor(readonly fits: number) {}
}

/** A set of records in the order of their paging ids, of which any page can be read. */
export interface Listing<Record> {
  /** The first paging ids within the bounds, each once, in the order of the direction: backward is descending. */
  ids(bounds: PageRequest): Promise<RowId[]>;
  /** The records with these ids that still exist and are visible, in the order of the ids. */
  records(ids: readonly RowId[]): Promise<Record[] | TooMany>;
  /** The number of all records, or why they are not counted. */
  count(): Promise<number | CountProblem>;
}

/** The records with these ids, in the order of the ids. Ids without a record are left out. */
export const recordsWith = <Record>(ids: readonly RowId[], byId: ReadonlyMap<RowId, Record>): Record[] =>
  ids.map((id) => byId.get(id)).filter((record) => record !== undefined);

/** The records in the order of the ids. Ids without a record are left out. */
export const inOrder = <Record extends { rowId: RowId }>(ids: readonly RowId[], records: readonly Record[]): Record[] =>
  recordsWith(ids, new Map(records.map((record) => [record.rowId, record])));

/** The ids of a page, from ascending ids. */
export function within(ids: readonly RowId[], { direction, after, before, limit }: PageRequest): RowId[] {
  const inside = ids.filter((id) => (after === undefined || id > after) && (before === undefined || id < before));
  return direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
}

/** The groups within a scope. */
export function groupsWithin(db: Kysely<AccessTables>, scope: GroupScope): Listing<Group> {
  return {
    ids: async (bounds) => (await idsWithin(db, scope, bounds).execute()).map(({ id }) => id),
    records: (ids) => groupsById(db, scope, ids),
    async count() {
      const all = idsWithin(db, scope, { direction: 'forward', limit: COUNT_LIMIT + 1 });
      const { total } = await db
        .selectFrom(all.as('counted'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return limitedCount(total);
    },
  };
}

const idsWithin = (db: Kysely<AccessTables>, scope: GroupScope, bounds: PageRequest) =>
  pageOf(db.selectFrom('groups as g').select('g.id').where(scope.holds('g.id')), 'g.id', bounds);

/** The visible groups with these row ids, in the order of the ids. */
export async function groupsById(db: Kysely<AccessTables>, scope: GroupScope, ids: readonly RowId[]): Promise<Group[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('groups as g')
    .select(GROUP_COLUMNS)
    .where(scope.holds('g.id'))
    .where(among('g.id', ids))
    .execute();
  return inOrder(ids, rows.map(toGroup));
}

/** Contract 4.2: the tenants of the leases that meet all given conditions, each tenant once (decisions 19 and 20). */
export function tenantsOfMatchingLeases(
  records: VisibleRecords,
  criteria: LeaseCriteria,
  parts: TenantParts,
): Listing<Tenant> {
  const search = new TenantSearch(records, criteria, parts);
  return {
    ids: (bounds) => search.ids(bounds),
    count: () => search.count(),
    records: async (ids) => recordsWith(ids, search.tenants),
  };
}

/** The visible tenants with these row ids, in the order of the ids. */
export async function tenantsById(records: VisibleRecords, ids: readonly RowId[]): Promise<Tenant[]> {
  if (ids.length === 0) return [];
  const rows = await records.prepared<TenantRow>({ name: 'tenants by id', build: selectById, values: { ids } });
  const tenants = rows.map((row) => toTenant(row, WHOLE_TENANT));
  return inOrder(ids, tenants);
}

const selectById = (records: VisibleRecords) =>
  tenantsWithParts(records.tenants(BY_ID).where(among('t.id', slot('ids'))), WHOLE_TENANT);
