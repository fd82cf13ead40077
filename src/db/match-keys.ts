/** How the value of a request, or the group of a joined row, is compared (decisions 10 and 21). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

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

/** Bands of a degree. The key of a coordinate is its band; what lies within the tolerance of a number is in two bands at most. */
export const BANDS = 5000;

/** Within the tolerance of a decimal number, in the database's decimal arithmetic. @param column a coordinate, which has a key */
export function nearCoordinate(column: string, degrees: Text) {
  const exact = sql`cast(${degrees} as decimal(65, 30))`;
  const [least, most] = [sql`${exact} - ${TOLERANCE}`, sql`${exact} + ${TOLERANCE}`];
  const band = (end: typeof least) => sql`cast(floor((${end}) * ${sql.lit(BANDS)}) as signed)`;
  const inBands = sql`${sql.ref(`${column}_key`)} in (${band(least)}, ${band(most)})`;
  return sql<SqlBool>`${inBands} and ${sql.ref(column)} between ${least} and ${most}`;
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

// Phone numbers (decision 10). The database computes the key of a stored number, and this program that of a number in a request,
// both from these characters. A released migration has them in its statement, so another list needs another column.

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset);

/** White space, dots, hyphens, slashes and brackets. */
const SEPARATORS = [...range(0x09, 0x0d), ...Array.from(' .-/()[]', (mark) => mark.charCodeAt(0))];

/** The same beyond ASCII, and what cannot be seen: soft hyphens, zero-width characters and marks of direction. */
const WIDE_SEPARATORS = [
  ...[0x85, 0xa0, 0xad, 0x61c, 0x1680, 0x180e, 0x3000, 0xfeff], // spaces, the soft hyphen and marks
  ...range(0x2000, 0x2015), // spaces, zero-width characters and hyphens
  ...range(0x2028, 0x202f), // separators, marks of direction and the narrow space
  ...range(0x205f, 0x206f), // a space and invisible characters
  ...[0x2212, 0xfe58, 0xfe63], // minus and small hyphens
  ...[0xff08, 0xff09, 0xff0d, 0xff0e, 0xff0f, 0xff3b, 0xff3d], // full-width marks
];

/** The zeros of Arabic, Persian and full-width digits. */
const ZEROS = [0x660, 0x6f0, 0xff10];

/** A full-width plus and digits, by what they stand for. */
const STANDS_FOR = new Map([
  [0xff0b, '+'],
  ...ZEROS.flatMap((zero) => range(0, 9).map((digit): [number, string] => [zero + digit, String(digit)])),
]);

const characters = (codes: Iterable<number>): string => String.fromCodePoint(...codes);

/** None of these characters has a meaning in a class but `-`, `[` and `]`. */
const classOf = (codes: Iterable<number>): RegExp =>
  new RegExp(`[${characters(codes).replace(/[-[\]]/g, '\\$&')}]`, 'g');

const SEPARATOR = classOf([...SEPARATORS, ...WIDE_SEPARATORS]);
const MAPPED = classOf(STANDS_FOR.keys());

/** The key of a number in a request. Null without a digit, which matches nobody. */
export function phoneKey(number: string): string | null {
  const key = number
    .replace(SEPARATOR, '')
    .replace(MAPPED, (character) => STANDS_FOR.get(character.charCodeAt(0)) ?? '')
    .replace(/^00/, '+');
  return /[0-9]/.test(key) ? key : null;
}

/**
 * The key of a stored number, as SQL for a generated column. No REGEXP: it depends on settings of the server. Neither server keeps
 * a character beyond ASCII in every form of a literal, but both keep this conversion.
 */
export function storedPhoneKey(column: string): string {
  const literal = (code: number): string =>
    code >= 0x20 && code < 0x7f
      ? `'${characters([code])}'`
      : `convert(x'${Buffer.from(characters([code])).toString('hex')}' using utf8mb4)`;
  const without = (text: string, codes: readonly number[]): string =>
    codes.reduce((rest, code) => `replace(${rest}, ${literal(code)}, '')`, text);
  const narrow = [...STANDS_FOR].reduce(
    (rest, [code, character]) => `replace(${rest}, ${literal(code)}, '${character}')`,
    without(column, WIDE_SEPARATORS),
  );
  // Most numbers are ASCII, and need none of that.
  const joined = without(`if(length(${column}) = char_length(${column}), ${column}, ${narrow})`, SEPARATORS);
  // No space is left in it, so one marks its beginning.
  const key = `trim(replace(concat(' ', ${joined}), ' 00', '+'))`;
  return `nullif(${key}, ${without(key, range(0x30, 0x39))})`;
}
