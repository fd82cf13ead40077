/** Counts what is wrong with stored rows. */

import { type Kysely, sql } from 'kysely';

import type { RowId } from '../../src/model/page';
import type { Tables } from '../../src/db/tables';
import type { RecordKind } from '../import/kinds';

/** A larger id would be rounded in an answer (decision 6). */
export const LARGEST_ID = Number.MAX_SAFE_INTEGER;

export interface Check {
  /** Its ids cut the rows into pieces. */
  readonly table: RecordKind;
  readonly from: string;
  /** The column of `from` with the id. */
  readonly key: string;
  /** The condition of each fault, by its phrase in the report. */
  readonly faults: Readonly<Record<string, string>>;
}

export interface Counted {
  /** All rows that were read. */
  readonly total: number;
  readonly faults: readonly { readonly phrase: string; readonly rows: number; /** An id. */ readonly first: number }[];
}

/**
 * @param pieceSize the number of ids that one statement reads. It reads a snapshot and blocks no writer
 * @param onPiece called after each statement
 * @returns the faults that occur
 */
export async function countFaults(
  db: Kysely<Tables>,
  { table, from, key, faults }: Check,
  pieceSize = 20_000,
  onPiece: () => void = () => undefined,
): Promise<Counted> {
  const counted = Object.entries(faults).map(([phrase, where]) => ({ phrase, where, rows: 0, first: 0 }));
  const counts = counted.flatMap(({ where }, index) => [
    `count(case when ${where} then 1 end) as c${index}`,
    `min(case when ${where} then ${key} end) as i${index}`,
  ]);
  let total = 0;
  for (let after: RowId | undefined = -1; after !== undefined;) {
    // The last piece has everything above the largest id.
    const upTo: RowId | undefined = await lastId(db, table, after, pieceSize);
    const end = upTo === undefined ? sql`` : sql` and ${sql.raw(key)} <= ${upTo}`;
    const { rows } = await sql<Record<string, number | null>>`
      select count(*) as total, ${sql.raw(counts.join(', '))} from ${sql.raw(from)}
      where ${sql.raw(key)} > ${after}${end}`.execute(db);
    const row: Readonly<Record<string, number | null>> = rows[0] ?? {};
    total += row.total ?? 0;
    counted.forEach((fault, index) => {
      fault.rows += row[`c${index}`] ?? 0;
      fault.first ||= row[`i${index}`] ?? 0;
    });
    onPiece();
    after = upTo;
  }
  return { total, faults: counted.filter(({ rows }) => rows > 0) };
}

/** The last of the next ids; undefined if there are fewer. */
async function lastId(db: Kysely<Tables>, table: string, after: RowId, size: number): Promise<RowId | undefined> {
  const last = sql<{ id: RowId }>`
    select id from ${sql.table(table)} where id > ${after} and id <= ${LARGEST_ID} order by id limit 1 offset ${size - 1}`;
  return (await last.execute(db)).rows[0]?.id;
}
