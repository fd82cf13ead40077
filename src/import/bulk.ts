/** Statements over many rows. Plain text and parameters: building them value by value would cost more than running them. */

import { CompiledQuery, type Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import type { RecordKind } from './kinds';
import { LoadingError } from './refusal';

/** By column, as the driver sends and reads it: a flag is 0 or 1. */
export type Row = Readonly<Record<string, string | number | null>>;
export type StoredRow = Row & { readonly id: RowId };

/** Records of one batch, rows of one INSERT, values of one list. From 1000 values on, MariaDB turns a list into a joined table. */
export const BATCH_SIZE = 900;

/** @throws {LoadingError} when the server refuses the statement */
export async function run<Result = unknown>(
  db: Kysely<Tables>,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<{ readonly rows: readonly Result[] }> {
  try {
    return await db.executeQuery<Result>(CompiledQuery.raw(statement, [...parameters]));
  } catch (error) {
    throw withoutValues(error);
  }
}

/** A server's own words may quote a record; its number does not. */
function withoutValues(error: unknown): unknown {
  const { errno } = error as { errno?: unknown };
  if (typeof errno !== 'number') return error;
  return new LoadingError(`The database refused a step, which is undone (error ${errno}). Run it again.`, {
    cause: error,
  });
}

export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

const marks = (count: number): string => Array<string>(count).fill('?').join(', ');

/** Runs `statement(marks)` for lists of a length that both servers look up by index; the rows of all, where it gives any. */
export async function runIn<Result = unknown>(
  db: Kysely<Tables>,
  values: readonly (RowId | Buffer)[],
  statement: (marks: string) => string,
): Promise<Result[]> {
  const rows: Result[] = [];
  for (const part of chunksOf(values, BATCH_SIZE)) {
    const found = await run<Result>(db, statement(marks(part.length)), part);
    for (const row of found.rows) rows.push(row);
  }
  return rows;
}

/** By exact identifier, byte for byte (decision 10). */
export async function selectByIdentifier(
  db: Kysely<Tables>,
  table: RecordKind,
  columns: readonly string[],
  identifiers: Iterable<string>,
): Promise<Map<string, StoredRow>> {
  const keys = [...new Set(identifiers)].map((identifier) => Buffer.from(identifier));
  const rows = await runIn<StoredRow>(
    db,
    keys,
    (list) => `select id, ${['identifier', ...columns].join(', ')} from \`${table}\` where identifier_key in (${list})`,
  );
  return new Map(rows.map((row) => [String(row.identifier), row]));
}

export async function insertRows(
  db: Kysely<Tables>,
  table: RecordKind,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  for (const part of chunksOf(rows, BATCH_SIZE)) await insert(db, table, columns, part, '');
}

/**
 * Sets every column of rows that are stored. Not for `groups`: there, an external reference that another group holds would
 * overwrite that group's row instead.
 */
export async function updateRows(
  db: Kysely<Tables>,
  table: Exclude<RecordKind, 'groups'>,
  columns: readonly string[],
  rows: readonly StoredRow[],
): Promise<void> {
  const changes = columns.map((column) => `${column} = values(${column})`).join(', ');
  for (const part of chunksOf(rows, BATCH_SIZE)) {
    await insert(db, table, ['id', ...columns], part, `on duplicate key update ${changes}`);
  }
}

async function insert(
  db: Kysely<Tables>,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
  suffix: string,
): Promise<void> {
  const mark = `(${marks(columns.length)})`;
  const values = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  await run(
    db,
    `insert into \`${table}\` (${columns.join(', ')}) values ${Array<string>(rows.length).fill(mark).join(', ')} ${suffix}`,
    values,
  );
}

export const equalRows = (columns: readonly string[], one: Row, other: Row): boolean =>
  columns.every((column) => one[column] === other[column]);

export async function deleteRows(db: Kysely<Tables>, table: RecordKind, ids: readonly RowId[]): Promise<void> {
  await runIn(db, ids, (list) => `delete from \`${table}\` where id in (${list})`);
}
