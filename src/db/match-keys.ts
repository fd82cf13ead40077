/** How a value that a caller sends is compared with the keys that the database derives (decisions 10 and 21). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/** For identifiers, external references and subjects: byte for byte. */
export const bytes = (text: string | Expression<string>): RawBuilder<string> => sql<string>`cast(${text} as binary)`;

/** For e-mail addresses: through the same expression as the stored key, never through JavaScript's `toLowerCase`. */
export const emailKey = (address: string | Expression<string>): RawBuilder<string> =>
  sql<string>`lower(trim(${address} collate utf8mb4_bin))`;

/** For phone numbers; null when nothing is left, which identifies no one. Equal to the expression of `0003-tenants.ts`. */
export const phoneKey = (number: string): string | null =>
  number.replace(/[ .\-/()[\]]/g, '').replace(/^00/, '+') || null;

/** For address texts: the key column's collation compares. */
export const addressKey = (text: string): RawBuilder<string> => sql<string>`trim(${text})`;

/** Degrees by which a coordinate may differ, ends included. */
const TOLERANCE = sql.lit(0.0001);

/** `column` within the tolerance of `degrees`, in the database's decimal arithmetic. */
export function nearCoordinate(column: Expression<unknown>, degrees: number) {
  // A number in exponent form would be a floating-point literal; beyond 1000 nothing is near a stored coordinate and the cast overflows.
  const beyond = Math.abs(degrees) > 1000;
  const text = String(beyond ? 9999 : degrees);
  const exact = sql`cast(${text.includes('e') ? degrees.toFixed(30) : text} as decimal(65, 30))`;
  return sql<boolean>`${column} between ${exact} - ${TOLERANCE} and ${exact} + ${TOLERANCE}`;
}

/** `column` is one of `values`: one parameter, which the driver writes as a list, so that the text is the same for any number. */
export function among(column: string, values: readonly unknown[] | Expression<unknown>): Expression<SqlBool> {
  if (!Array.isArray(values)) return sql<SqlBool>`${sql.ref(column)} in (${values})`;
  return values.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(column)} in (${sql.val(values)})`;
}
