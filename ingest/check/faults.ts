/** Finds rows that keys, checks or an import would refuse. Another program can write them. No fault has a value. */

import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { OnLeases } from '../../src/cli/progress';
import { storedEmailKey, storedPhoneKey } from '../../src/db/match-keys';
import { LARGEST_ID } from '../../src/db/migrations/table';
import type { Tables } from '../../src/db/tables';
import type { RowId } from '../../src/model/page';
import { date, type FieldType, flag, identifier, text } from '../import/field-types';
import { KINDS, STORED_FIELDS, type RecordKind } from '../import/kinds';

interface Check {
  /** Its ids cut the rows into pieces. */
  readonly table: RecordKind;
  readonly from: string;
  /** The column of `from` with the id. */
  readonly key: string;
  /** The condition of each fault, by its phrase in the report. */
  readonly faults: Readonly<Record<string, string>>;
}

/**
 * @param pieceSize the number of ids that one statement reads. It reads a snapshot and blocks no writer
 * @param onPiece called after each statement
 * @returns the number of all rows that were read, and the faults that occur, each with an id
 */
async function countFaults(
  db: Kysely<Tables>,
  { table, from, key, faults }: Check,
  pieceSize = 20_000,
  onPiece: () => void = () => undefined,
) {
  const counted = Object.entries(faults).map(([phrase, where]) => ({ phrase, where, rows: 0, first: 0 }));
  const counts = counted.flatMap(({ where }, index) => [
    `count(case when ${where} then 1 end) as c${index}`,
    `min(case when ${where} then ${key} end) as i${index}`,
  ]);
  let total = 0;
  for (let after: RowId | undefined = -1; after !== undefined;) {
    const piece: RawBuilder<{ id: RowId }> = sql`select id from ${sql.table(table)}
      where id > ${after} and id <= ${LARGEST_ID} order by id limit 1 offset ${pieceSize - 1}`;
    // The last piece has fewer ids, and everything above the largest one.
    const upTo: RowId | undefined = (await piece.execute(db)).rows[0]?.id;
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

const REPEATED = ['group_id', 'unit_key', 'move_in_day', 'move_in_month'];

const PAIRS: Check = {
  table: 'leases',
  from: 'lease_tenants as p left join leases as l on l.id = p.lease_id left join tenants as t on t.id = p.tenant_id',
  key: 'p.lease_id',
  faults: {
    'differ from their lease': REPEATED.map((column) => `p.${column} <> l.${column}`).join(' or '),
    'have no lease': 'l.id is null',
    'have no tenant': 't.id is null',
    'have a tenant of another group': 't.group_id <> p.group_id',
  },
};

const LEASES: Check = {
  table: 'leases',
  from: 'leases as l left join units as u on u.id = l.unit_id',
  key: 'l.id',
  faults: {
    'name a unit that is not there': 'l.unit_id is not null and u.id is null',
    'have a unit of another group': 'u.group_id <> l.group_id',
  },
};

/**
 * Compares every pair with its lease and its tenant, and every lease with its unit.
 * @param options `pieceSize` is the number of leases that one statement reads
 * @returns what is wrong, a phrase each
 */
export async function findDrift(
  db: Kysely<Tables>,
  { pieceSize = 20_000, onProgress }: { readonly pieceSize?: number; readonly onProgress?: OnLeases } = {},
): Promise<string[]> {
  const { rows } = await sql<{ leases: number }>`select count(*) as leases from leases`.execute(db);
  const leasesTotal = rows[0]?.leases ?? 0;
  let leases = 0;
  const pairs = await countFaults(db, PAIRS, pieceSize, () => {
    leases = Math.min(leases + pieceSize, leasesTotal);
    onProgress?.(leases, leasesTotal);
  });
  const units = await countFaults(db, LEASES, pieceSize);
  return Object.entries({ pairs, leases: units }).flatMap(([what, { total, faults }]) =>
    faults.map(({ phrase, rows }) => `${rows} of ${total} ${what} ${phrase}`),
  );
}

/** The condition of a fault of a column. */
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

const RULES = new Map<unknown, Faults>([
  [text.read, TEXT],
  [identifier.read, IDENTIFIER],
  [flag.read, FLAG],
  [date.read, DATE],
]);

function rulesOf(column: string, { read }: FieldType<unknown>): Faults {
  // They refer to rows.
  if (column === 'group_id' || column === 'unit_id') return {};
  if (column === 'latitude' || column === 'longitude') return within(column === 'latitude' ? 90 : 180);
  return RULES.get(read) ?? {};
}

const LARGE_ID = { [`id is above ${LARGEST_ID}`]: `id > ${LARGEST_ID}` };

/** Keys that an earlier schema, or a server with other letters, computed: no lookup finds them (decision 10). */
const OLD_KEYS = {
  'email_key is not what lookups compute': `not (email_key <=> ${storedEmailKey('email_address')})`,
  'phone_key is not what lookups compute': `not (phone_key <=> ${storedPhoneKey('phone_number')})`,
};

/**
 * @param pieceSize the number of rows that one statement reads
 * @returns a phrase for each column with such values. It names the row id of one of them, and no value
 */
export async function findInvalidValues(db: Kysely<Tables>, pieceSize?: number): Promise<string[]> {
  const problems: string[] = [];
  for (const table of KINDS) {
    const faults = STORED_FIELDS[table].flatMap(({ column, field }) =>
      Object.entries(rulesOf(column, field)).map(([phrase, where]) => [`${column} ${phrase}`, where(column)]),
    );
    const ofTable = {
      ...(Object.fromEntries(faults) as Check['faults']),
      ...LARGE_ID,
      ...(table === 'tenants' ? OLD_KEYS : {}),
    };
    const check: Check = { table, from: `\`${table}\``, key: 'id', faults: ofTable };
    for (const { phrase, rows, first } of (await countFaults(db, check, pieceSize)).faults)
      problems.push(`${phrase} in ${rows} of the ${table}, such as id ${first}`);
  }
  return problems;
}
