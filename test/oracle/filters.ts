/**
 * The filters of both lookups, each stated once: by its name over REST, how it is read, which rows match, and which values
 * random requests ask for. In GraphQL it has the same name in camel case.
 */

import { type Body, date, filterText, identification } from './fields';
import { lowered } from './folding';
import { askedDay } from './generate/dates';
import type { Dice } from './generate/dice';
import { asked, EMAILS, NAMES, PHONES } from './generate/texts';
import type { LeaseRow, TenantRow } from './world';

type Matches<Row> = (row: Row) => boolean;

export interface Filter<Row> {
  /** Undefined if the filter is not given. @throws {Refusal} */
  read(body: Body, name: string): Matches<Row> | undefined;
  /** @param row that the request should find, if there is one */
  ask(dice: Dice, row: Row | undefined, today: string): unknown;
}

/** The filters of a request, by name. A row must match them all. */
export type Given<Row> = Readonly<Record<string, Matches<Row>>>;

function filter<Row, Value>(
  read: (body: Body, name: string) => Value | undefined,
  matches: (row: Row, value: Value) => boolean,
  ask: Filter<Row>['ask'],
): Filter<Row> {
  return {
    read: (body, name) => {
      const value = read(body, name);
      return value === undefined ? undefined : (row) => matches(row, value);
    },
    ask,
  };
}

export const trimmed = (text: string): string => text.replace(/^ +| +$/g, '');

/** İ and the signs for Ohm, Kelvin and Angstrom: their lower case is that of another letter. */
const HAS_OTHER_LOWER_CASE = /[\u0130\u2126\u212a\u212b]/;

/** Null if nothing is left: such an address identifies no one. */
function emailKey(address: string): string | null {
  const text = trimmed(address);
  return (HAS_OTHER_LOWER_CASE.test(text) ? text : lowered(text)) || null;
}

/** What separates or cannot be seen. */
const UNCOUNTED =
  /[\p{White_Space}\u00ad\u061c\u180e\u200b-\u2015\u202a-\u202e\u2060-\u206f\u2212\ufe58\ufe63\ufeff.\-/()[\]．－／（）［］]/gu;

const DIGITS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９'];

/** Null without a digit. */
function phoneKey(number: string): string | null {
  const counted = Array.from(number.replace(UNCOUNTED, '').replaceAll('＋', '+'), (character) => {
    const script = DIGITS.find((digits) => digits.includes(character));
    return script === undefined ? character : String(script.indexOf(character));
  });
  const key = counted.join('').replace(/^00/, '+');
  return /\d/.test(key) ? key : null;
}

function sameKey(key: (text: string) => string | null, stored: string | null, asked: string): boolean {
  const wanted = key(asked);
  return wanted !== null && stored !== null && key(stored) === wanted;
}

const sameText = (column: 'identifier' | 'external_ref'): Filter<TenantRow> =>
  filter(
    identification,
    (tenant, value) => tenant[column] === value,
    (dice, tenant) => asked(dice, tenant?.[column], NAMES),
  );

/** Contract 4.1 (decisions 7, 10 and 12). */
export const TENANT_FILTERS: Readonly<Record<string, Filter<TenantRow>>> = {
  identifier: sameText('identifier'),
  external_ref: sameText('external_ref'),
  email_address: filter(
    identification,
    (tenant, value) => sameKey(emailKey, tenant.email_address, value),
    (dice, tenant) => asked(dice, tenant?.email_address, EMAILS),
  ),
  phone_number: filter(
    identification,
    (tenant, value) => sameKey(phoneKey, tenant.phone_number, value),
    (dice, tenant) => asked(dice, tenant?.phone_number, PHONES),
  ),
};

/** Contract 4.2 (decisions 19 and 20), without the address. */
export const LEASE_FILTERS: Readonly<Record<string, Filter<LeaseRow>>> = {
  identifier: filter(
    filterText,
    (lease, value) => lease.identifier === value,
    (dice, lease) => asked(dice, lease?.identifier, NAMES),
  ),
  min_move_in_date: filter(
    date,
    (lease, day) => lease.move_in_date !== null && lease.move_in_date >= day,
    (dice, lease, today) => askedDay(dice, lease?.move_in_date, today),
  ),
  max_move_in_date: filter(
    date,
    (lease, day) => lease.move_in_date !== null && lease.move_in_date <= day,
    (dice, lease, today) => askedDay(dice, lease?.move_in_date, today),
  ),
};

/** @throws {Refusal} */
export function given<Row>(filters: Readonly<Record<string, Filter<Row>>>, body: Body): Given<Row> {
  const read = Object.entries(filters).map(([name, filter]) => [name, filter.read(body, name)] as const);
  return Object.fromEntries(read.flatMap(([name, matches]) => (matches === undefined ? [] : [[name, matches]])));
}

export const matchesAll = <Row>(filters: Given<Row>, row: Row): boolean =>
  Object.values(filters).every((matches) => matches(row));
