import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import { COLUMNS, type GroupedRow } from './kinds';
import {
  BATCH_SIZE,
  chunksOf,
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

/** Leases compared with what is stored. */
export interface ComparedLeases {
  readonly inserts: readonly PreparedLease[];
  readonly changes: readonly StoredLease[];
  readonly unchanged: number;
}

interface StoredLease {
  readonly id: RowId;
  readonly lease: PreparedLease;
  /** Neither its tenants nor its group differ. */
  readonly samePairs?: boolean;
}

/** Writes in the caller's transaction. */
export async function writeCompared(db: Kysely<Tables>, { inserts, changes }: ComparedLeases): Promise<void> {
  const repaired = changes.filter(({ samePairs }) => samePairs !== true);
  // Pairs first: their foreign keys keep a lease in its group.
  await deletePairs(
    db,
    repaired.map(({ id }) => id),
  );
  await updateRows(
    db,
    'leases',
    COLUMNS.leases,
    changes.map(({ id, lease }) => ({ ...lease.row, id })),
  );
  await insertPairs(db, repaired);
  await insertLeases(db, inserts);
}

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

function idOf(rows: ReadonlyMap<string, StoredRow>, lease: PreparedLease): RowId {
  const row = rows.get(lease.row.identifier);
  if (row === undefined) throw new Error('A lease that was just stored does not exist.');
  return row.id;
}

async function insertPairs(db: Kysely<Tables>, leases: readonly StoredLease[]): Promise<void> {
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
    insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
    select straight_join j.tenant_id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month
    from json_table(${ids}, '$[*]' columns (lease_id bigint unsigned path '$[0]', tenant_id bigint unsigned path '$[1]')) as j
    join leases as l on l.id = j.lease_id`.execute(db);
  if (numAffectedRows !== BigInt(pairs.length)) throw new Error('A lease that should get tenants does not exist.');
}
