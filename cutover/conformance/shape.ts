/** The field tables of contract section 2. The contract leaves open which fields may be null or missing. */

import { isLocalDate } from '../../src/model/local-date';
import { isObject, type Json } from '../contract/answers';

export type Kind = 'string' | 'date' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
export type Table = '2.1' | '2.2' | '2.3' | '2.4';

const all = (kind: Kind, ...names: readonly string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, kind]));

/** By the number of the table. */
export const FIELDS: Readonly<Record<Table, Readonly<Record<string, Kind>>>> = {
  '2.1': {
    ...all('string', 'identifier', 'unit_id', 'unit_external_ref', 'unit_number'),
    ...all('date', 'start_date', 'end_date', 'move_in_date'),
    ...all('number', 'deposit', 'rent'),
    ...{ is_furnished: 'boolean', minimum_days_notice: 'integer', tenants: 'array', address: 'object' },
  },
  '2.2': {
    ...all('string', 'identifier', 'external_ref', 'email_address', 'phone_number', 'group'),
    active: 'boolean',
  },
  '2.3': all('string', 'identifier', 'email_address', 'first_name', 'last_name', 'external_ref', 'phone_number'),
  '2.4': {
    ...all('string', 'building_name', 'address_line_1', 'address_line_2', 'city', 'country', 'state', 'postal_code'),
    ...all('number', 'latitude', 'longitude'),
  },
};

export const ADDRESS_TEXTS = Object.keys(FIELDS['2.4']).filter((name) => FIELDS['2.4'][name] === 'string');

export const KINDS: Readonly<Record<Kind, readonly [text: string, is: (value: Json) => boolean]>> = {
  string: ['a string', (value) => typeof value === 'string'],
  date: ['a date as YYYY-MM-DD', (value) => dayIn(value) !== undefined],
  boolean: ['a boolean', (value) => typeof value === 'boolean'],
  // 30.0 and 3e1 are integers in JSON.
  integer: ['an integer', (value) => Number.isInteger(value)],
  number: ['a number', (value) => typeof value === 'number'],
  array: ['an array', (value) => Array.isArray(value)],
  object: ['an object', (value) => isObject(value)],
};

export const isOfKind = (kind: Kind, value: Json): boolean => KINDS[kind][1](value);

/** Undefined for a value that is not a day as YYYY-MM-DD. */
export const dayIn = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && isLocalDate(value) ? value : undefined;

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
