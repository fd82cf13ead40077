/** SQL statements over many rows. They are plain text: building them with Kysely, value by value, costs more than running them. */

import { setTimeout } from 'node:timers/promises';

import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';

import { LEAST_PACKET_BYTES } from '../../src/db/session';
import type { Tables } from '../../src/db/tables';
import type { RowId } from '../../src/model/page';
import type { RecordKind, Row } from './kinds';
import { LoadingError } from './refusals';

/** The most records in a batch, rows in an INSERT and values in a list. MariaDB turns a list of 1,000 or more into a joined table. */
export const BATCH_SIZE = 900;

const FULL = new Set([1021, 1026, 1114]);

/** @throws {LoadingError} when the server rejects the statement */
export async function execute<Result = unknown>(
  db: Kysely<Tables>,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<QueryResult<Result>> {
  try {
    return await db.executeQuery<Result>(CompiledQuery.raw(statement, [...parameters]));
  } catch (error) {
    // The server's error text may quote a record; its error number does not.
    const { errno } = error as { errno?: unknown };
    if (typeof errno !== 'number') throw error;
    const reason = FULL.has(errno) ? 'has no room left on a disk or in a table space' : 'rejected a statement';
    const message = `The database ${reason} (error ${errno}). The step was rolled back; run the command again.`;
    throw new LoadingError(message, { cause: error });
  }
}

type Values = readonly (string | number | null | Buffer)[];

/** The values of a statement take less than this in all. The rest is for its own text. */
const VALUE_BYTES = LEAST_PACKET_BYTES - 64 * 1024;

/** With quotes, escapes and a comma, at most. The driver writes bytes in hexadecimal digits. */
const bytesOf = (row: Values): number =>
  row.reduce<number>(
    (sum, value) => sum + 6 + (Buffer.isBuffer(value) ? 2 * value.length : 3 * String(value).length),
    0,
  );

/** The rows in parts, each so short that any server accepts a statement with it. */
export function* partsOf(rows: readonly Values[]): Generator<readonly Values[]> {
  let [from, bytes] = [0, 0];
  for (const [index, row] of rows.entries()) {
    bytes += bytesOf(row);
    if (index - from < BATCH_SIZE && bytes <= VALUE_BYTES) continue;
    if (index > from) yield rows.slice(from, index);
    [from, bytes] = [index, bytesOf(row)];
  }
  if (from < rows.length) yield rows.slice(from);
}

export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

export const placeholders = (count: number): string => Array<string>(count).fill('?').join(', ');

/** Runs `statement(list)` for lists short enough that both servers use the index. Returns the rows of all. */
export async function executeIn<Result = unknown>(
  db: Kysely<Tables>,
  values: readonly (RowId | Buffer)[],
  statement: (list: string) => string,
): Promise<Result[]> {
  const rows: Result[] = [];
  for (const part of partsOf(values.map((value) => [value]))) {
    const found = await execute<Result>(db, statement(placeholders(part.length)), part.flat());
    for (const row of found.rows) rows.push(row);
  }
  return rows;
}

/** @param suffix of each statement */
export async function insertRows(
  db: Kysely<Tables>,
  table: RecordKind,
  columns: readonly string[],
  rows: readonly Row[],
  suffix = '',
): Promise<void> {
  const mark = `(${placeholders(columns.length)})`;
  for (const part of partsOf(rows.map((row) => columns.map((column) => row[column] ?? null)))) {
    const marks = Array<string>(part.length).fill(mark).join(', ');
    const statement = `insert into \`${table}\` (${columns.join(', ')}) values ${marks} ${suffix}`;
    await execute(db, statement, part.flat());
  }
}

export function equalRows(columns: readonly string[], one: Row, other: Row): boolean {
  for (const column of columns) if (one[column] !== other[column]) return false;
  return true;
}

/**
 * The server ends a transaction to resolve a deadlock (1213), one that waits too long for another (1205), one whose row another
 * has changed since it began (1020), and one whose table another has altered since then (1412).
 */
const CONFLICTS: readonly unknown[] = [1213, 1205, 1020, 1412];
const ATTEMPTS = 5;
const PAUSE_MS = 50;

/** @param work runs again if its transaction conflicts with that of another program, so it changes nothing but the database */
export async function inTransaction<Result>(
  connection: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connection.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await setTimeout(PAUSE_MS * 2 ** attempt);
    }
  }
}

function isConflict(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (CONFLICTS.includes((each as { errno?: unknown }).errno)) return true;
  return false;
}

/** Names the database, because lock names are shared by the whole server; at most 64 characters. */
const LOCK = `concat('leasegate-load:', left(sha2(database(), 256), 40))`;

/**
 * Runs `work` while no other import or seed runs on the same database.
 * @param connection a single connection, which owns the lock
 * @param waitSeconds how long to wait for the other one to end
 * @throws {LoadingError} when another one is running
 */
export async function withImportLock<Result>(
  connection: Kysely<Tables>,
  work: () => Promise<Result>,
  waitSeconds = 0,
): Promise<Result> {
  const statement = `select get_lock(${LOCK}, ?) as locked`;
  const { rows } = await execute<{ locked: number | null }>(connection, statement, [waitSeconds]);
  if (rows[0]?.locked !== 1) throw new LoadingError('Another import or seed is running on this database.');
  try {
    // It would end nearly every transaction beside a busy writer. An import overwrites what others changed meanwhile.
    const snapshots = await execute(connection, `show variables like 'innodb_snapshot_isolation'`);
    if (snapshots.rows.length > 0) await execute(connection, 'set session innodb_snapshot_isolation = 0');
    return await work();
  } finally {
    // If the connection is lost, the server has released the lock.
    await execute(connection, `select release_lock(${LOCK})`).catch(() => {});
  }
}
