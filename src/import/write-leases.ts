import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import { COLUMNS, type GroupedRow } from './kinds';
import {
  BATCH_SIZE,
  chunksOf,
  equalRows,
  insertRows,
  executeIn,
  selectByIdentifier,
  type StoredRow,
  updateRows,
} from './statements';

/** A lease with the row ids of its group, unit and tenants. */
export interface PreparedLease {
  readonly row: GroupedRow;
  /** Row ids without duplicates. */
  readonly tenants: readonly RowId[];
}

interface Written {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
}

interface Compared {
  readonly inserts: readonly PreparedLease[];
  readonly updates: readonly StoredRow[];
  /** Their tenants or their group differ. */
  readonly repaired: readonly { readonly id: RowId; readonly lease: PreparedLease }[];
  readonly unchanged: number;
}

/** What would have to be written. */
export async function compareLeases(db: Kysely<Tables>, leases: readonly PreparedLease[]): Promise<Compared> {
  const stored = await storedLeases(db, leases);
  const pairs = await storedPairs(db, [...stored.values()]);
  const inserts: PreparedLease[] = [];
  const updates: StoredRow[] = [];
  const repaired: { id: RowId; lease: PreparedLease }[] = [];
  let unchanged = 0;
  for (const lease of leases) {
    const before = stored.get(lease.row.identifier);
    if (before === undefined) {
      inserts.push(lease);
      continue;
    }
    const { id } = before;
    const sameRow = equalRows(COLUMNS.leases, before, lease.row);
    const samePairs = before.group_id === lease.row.group_id && sameTenants(pairs.get(id), lease.tenants);
    if (sameRow && samePairs) unchanged += 1;
    else updates.push({ ...lease.row, id });
    if (!samePairs) repaired.push({ id, lease });
  }
  return { inserts, updates, repaired, unchanged };
}

/** Stores leases with their tenants, in the caller's transaction. Their units and tenants must be in their group already. */
export async function writeLeases(db: Kysely<Tables>, leases: readonly PreparedLease[]): Promise<Written> {
  const { inserts, updates, repaired, unchanged } = await compareLeases(db, leases);
  // Pairs first: their foreign keys keep a lease in its group.
  await deletePairs(
    db,
    repaired.map(({ id }) => id),
  );
  await updateRows(db, 'leases', COLUMNS.leases, updates);
  await insertPairs(db, repaired);
  await insertLeases(db, inserts);
  return { inserted: inserts.length, updated: updates.length, unchanged };
}

/** The same for leases that are not stored yet. */
export async function insertLeases(db: Kysely<Tables>, leases: readonly PreparedLease[]): Promise<void> {
  const rows = leases.map(({ row }) => row);
  await insertRows(db, 'leases', COLUMNS.leases, rows);
  const identifiers = rows.map(({ identifier }) => identifier);
  const stored = await selectByIdentifier(db, 'leases', [], identifiers);
  await insertPairs(
    db,
    leases.map((lease) => ({ id: idOf(stored, lease), lease })),
  );
}

async function deletePairs(db: Kysely<Tables>, leases: readonly RowId[]): Promise<void> {
  await executeIn(db, leases, (list) => `delete from lease_tenants where lease_id in (${list})`);
}

/** Separates leases from their units and tenants, so that all of these can change their group. */
export async function detachLeases(db: Kysely<Tables>, leases: readonly RowId[]): Promise<void> {
  await deletePairs(db, leases);
  await executeIn(db, leases, (list) => `update leases set unit_id = null where id in (${list})`);
}

export const storedLeases = (db: Kysely<Tables>, leases: readonly PreparedLease[]): Promise<Map<string, StoredRow>> =>
  selectByIdentifier(
    db,
    'leases',
    COLUMNS.leases,
    leases.map(({ row }) => row.identifier),
  );

async function storedPairs(db: Kysely<Tables>, leases: readonly StoredRow[]): Promise<Map<RowId, RowId[]>> {
  const rows = await executeIn<LeaseTenant>(
    db,
    leases.map(({ id }) => id),
    (list) => `select lease_id, tenant_id from lease_tenants where lease_id in (${list})`,
  );
  const tenants = new Map<RowId, RowId[]>();
  for (const { lease_id, tenant_id } of rows) {
    const known = tenants.get(lease_id);
    if (known === undefined) tenants.set(lease_id, [tenant_id]);
    else known.push(tenant_id);
  }
  return tenants;
}

function sameTenants(stored: readonly RowId[] = [], wanted: readonly RowId[]): boolean {
  const tenants = new Set(wanted);
  return stored.length === tenants.size && stored.every((id) => tenants.has(id));
}

function idOf(rows: ReadonlyMap<string, StoredRow>, lease: PreparedLease): RowId {
  const row = rows.get(lease.row.identifier);
  if (row === undefined) throw new Error('A lease that was just stored does not exist.');
  return row.id;
}

async function insertPairs(
  db: Kysely<Tables>,
  leases: readonly { readonly id: RowId; readonly lease: PreparedLease }[],
): Promise<void> {
  const pairs = leases.flatMap(({ id, lease }) => lease.tenants.map((tenant) => ({ lease_id: id, tenant_id: tenant })));
  for (const part of chunksOf(pairs, BATCH_SIZE)) await insertLeaseTenants(db, part);
}

export interface LeaseTenant {
  readonly lease_id: RowId;
  readonly tenant_id: RowId;
}

/**
 * Pairs leases with tenants of their groups. The server copies the columns that a pair repeats of its lease.
 * @throws when a lease or tenant does not exist, when their groups differ, or when the pair exists already
 */
export async function insertLeaseTenants(db: QueryExecutorProvider, pairs: readonly LeaseTenant[]): Promise<void> {
  if (pairs.length === 0) return;
  const ids = JSON.stringify(pairs.map(({ lease_id, tenant_id }) => [lease_id, tenant_id]));
  const { numAffectedRows } = await sql`
    insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month, move_in_year)
    select straight_join j.tenant_id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month, l.move_in_year
    from json_table(${ids}, '$[*]' columns (lease_id bigint unsigned path '$[0]', tenant_id bigint unsigned path '$[1]')) as j
    join leases as l on l.id = j.lease_id`.execute(db);
  if (numAffectedRows !== BigInt(pairs.length)) throw new Error('A lease that should get tenants does not exist.');
}
