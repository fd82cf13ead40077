/** Finds stored values that an import would refuse. A program that writes to the tables itself can store them. */

import type { Kysely } from 'kysely';

import { ADDRESS_FIELDS } from '../../src/model/records';
import type { Tables } from '../../src/db/tables';
import { KINDS, type RecordKind } from '../import/kinds';
import { type Check, countFaults } from './faults';

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

const RULES: Readonly<Record<RecordKind, Readonly<Record<string, Faults>>>> = {
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
export async function findInvalidValues(db: Kysely<Tables>, pieceSize?: number): Promise<string[]> {
  const problems: string[] = [];
  for (const table of KINDS) {
    const faults = Object.entries(RULES[table]).flatMap(([column, rules]) =>
      Object.entries(rules).map(([phrase, where]) => [`${column} ${phrase}`, where(column)] as const),
    );
    const check: Check = { table, from: `\`${table}\``, key: 'id', faults: Object.fromEntries(faults) };
    for (const { phrase, rows, first } of (await countFaults(db, check, pieceSize)).faults)
      problems.push(`${phrase} in ${rows} of the ${table}, such as id ${first}`);
  }
  return problems;
}
