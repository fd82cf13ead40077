/** How the value of a request, or the group of a joined row, is compared (decisions 10 and 21). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

export { phoneKey } from './phone-key';

/** A value, or the slot of one. */
export type Text = string | Expression<string>;

/** For identifiers, external references and subjects: byte for byte. */
export const bytes = (text: Text): RawBuilder<string> => sql<string>`cast(${text} as binary)`;

/**
 * For e-mail addresses: equal if they differ only in the case of their letters. `LOWER()` also turns four letters into one that has
 * another upper case (İ and the signs for Ohm, Kelvin and Angstrom). An address with one of these is its own key.
 * Never JavaScript's `toLowerCase`, which knows other letters than the servers.
 */
export function emailKey(address: Text): RawBuilder<string> {
  const text = sql`trim(${address} collate utf8mb4_bin)`;
  return sql<string>`if(upper(lower(${text})) = upper(${text}), lower(${text}), ${text})`;
}

/** The same for a stored address, as SQL for a generated column. Null if nothing is left. */
export function storedEmailKey(column: string): string {
  const text = `trim(${column})`;
  return `nullif(if(upper(lower(${text})) = upper(${text}), lower(${text}), ${text}), '')`;
}

/** For address texts: the collation of the key column compares. */
export const addressKey = (text: Text): RawBuilder<string> => sql<string>`trim(${text})`;

/** Degrees by which a coordinate may differ, ends included. */
const TOLERANCE = sql.lit(0.0001);

/** A number without an exponent. Numbers beyond 1000 match no coordinate, and a cast would overflow. */
export function decimalText(degrees: number): string {
  const text = String(Math.abs(degrees) > 1000 ? 9999 : degrees);
  return text.includes('e') ? degrees.toFixed(30) : text;
}

/** `column` within the tolerance of a decimal number, in the database's decimal arithmetic. */
export function nearCoordinate(column: Expression<unknown>, degrees: Text) {
  const exact = sql`cast(${degrees} as decimal(65, 30))`;
  return sql<SqlBool>`${column} between ${exact} - ${TOLERANCE} and ${exact} + ${TOLERANCE}`;
}

/** `column` is one of `values`. They are one parameter, so that the text does not depend on their number. */
export function among(column: string, values: readonly unknown[] | Expression<unknown>): Expression<SqlBool> {
  if (!Array.isArray(values)) return sql<SqlBool>`${sql.ref(column)} in (${values})`;
  return values.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(column)} in (${sql.val(values)})`;
}

/**
 * The condition that a row which is joined by its id is of the group of another row. The sum keeps the server from applying the
 * list of groups to the joined table as well: with 500 groups that would take three milliseconds.
 */
export const ofGroup = (joinedGroup: string, group: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(joinedGroup)} + 0 = ${sql.ref(group)}`;
