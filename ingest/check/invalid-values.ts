/** Finds stored values that an import would refuse. A program that writes to the tables itself can store them. */

import { type Kysely, sql } from 'kysely';

import type { RowId } from '../../src/model/page';
import { ADDRESS_FIELDS } from '../../src/model/records';
import type { Tables } from '../../src/db/tables';

/** A row with a larger id is reported already, and its id would be rounded. */
const LARGEST_ID = Number.MAX_SAFE_INTEGER;

type Table = 'groups' | 'units' | 'tenants' | 'leases';

/** The condition of a fault by its phrase in the report. */
type Faults = Readonly<Record<string, (column: string) => string>>;

const TEXT: Faults = { 'holds NUL': (column) => `locate(char(0), cast(${column} as binary)) > 0` };
const IDENTIFIER: Faults = { ...TEXT, 'is blank': (column) => `char_length(trim(${column})) = 0` };
const FLAG: Faults = { 'is not 0 or 1': (column) => `${column} not in (0, 1)` };
const DATE: Faults = {
  'is not a date': (column) => `year(${column}) = 0 or month(${column}) = 0 or dayofmonth(${column}) = 0`,
};
const within = (limit: number): Faults => ({
  [`is not from -${limit} to ${limit}`]: (column) => `abs(${column}) > ${limit}`,
});

const RULES: Readonly<Record<Table, Readonly<Record<string, Faults>>>> = {
  groups: { identifier: IDENTIFIER, external_ref: TEXT },
  units: {
    identifier: IDENTIFIER,
    external_ref: TEXT,
    unit_number: TEXT,
    ...Object.fromEntries(
      Object.values(ADDRESS_FIELDS).map(({ name, kind }) => [
        name,
        kind === 'text' ? TEXT : within(name === 'latitude' ? 90 : 180),
      ]),
    ),
  },
  tenants: {
    identifier: IDENTIFIER,
    external_ref: TEXT,
    email_address: TEXT,
    phone_number: TEXT,
    first_name: TEXT,
    last_name: TEXT,
    active: FLAG,
  },
  leases: { identifier: IDENTIFIER, start_date: DATE, end_date: DATE, move_in_date: DATE, is_furnished: FLAG },
};

/**
 * @param pieceSize the number of rows that one statement reads
 * @returns a phrase for each column with such values. It names the row id of one of them, and no value
 */
export async function findInvalidValues(db: Kysely<Tables>, pieceSize = 20_000): Promise<string[]> {
  const problems: string[] = [];
  for (const table of Object.keys(RULES) as Table[]) problems.push(...(await problemsOf(db, table, pieceSize)));
  return problems;
}

async function problemsOf(db: Kysely<Tables>, table: Table, pieceSize: number): Promise<string[]> {
  const faults = Object.entries(RULES[table]).flatMap(([column, rules]) =>
    Object.entries(rules).map(([phrase, where]) => ({ column, phrase, where: where(column), rows: 0, first: 0 })),
  );
  const counts = faults.flatMap(({ where }, index) => [
    `count(case when ${where} then 1 end) as c${index}`,
    `min(case when ${where} then id end) as i${index}`,
  ]);
  const columns = sql.join(['id', ...Object.keys(RULES[table])].map((column) => sql.ref(column)));
  for (let after: RowId = 0; ;) {
    const { rows } = await sql<Record<string, number | null>>`
      select max(id) as last, ${sql.raw(counts.join(', '))}
      from (select ${columns} from ${sql.table(table)} where id > ${after} and id <= ${LARGEST_ID} order by id limit ${sql.lit(pieceSize)}) as piece`.execute(
      db,
    );
    const row: Readonly<Record<string, number | null>> = rows[0] ?? {};
    faults.forEach((fault, index) => {
      fault.rows += row[`c${index}`] ?? 0;
      fault.first ||= row[`i${index}`] ?? 0;
    });
    if (typeof row.last !== 'number') break;
    after = row.last;
  }
  return faults
    .filter(({ rows }) => rows > 0)
    .map(({ column, phrase, rows, first }) => `${column} ${phrase} in ${rows} of the ${table}, such as id ${first}`);
}
