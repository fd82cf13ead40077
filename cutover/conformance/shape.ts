/** The field tables of contract section 2. The contract leaves open which fields may be null or missing. */

import { isObject, type Json } from '../contract/answers';

export type Kind = 'string' | 'date' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
type Fields = Readonly<Record<string, Kind>>;

/** By the number of the table. */
export const FIELDS = {
  '2.1': {
    identifier: 'string',
    start_date: 'date',
    end_date: 'date',
    move_in_date: 'date',
    tenants: 'array',
    unit_id: 'string',
    unit_external_ref: 'string',
    is_furnished: 'boolean',
    minimum_days_notice: 'integer',
    deposit: 'number',
    rent: 'number',
    unit_number: 'string',
    address: 'object',
  },
  '2.2': {
    identifier: 'string',
    external_ref: 'string',
    email_address: 'string',
    phone_number: 'string',
    active: 'boolean',
    group: 'string',
  },
  '2.3': {
    identifier: 'string',
    email_address: 'string',
    first_name: 'string',
    last_name: 'string',
    external_ref: 'string',
    phone_number: 'string',
  },
  '2.4': {
    building_name: 'string',
    address_line_1: 'string',
    address_line_2: 'string',
    city: 'string',
    country: 'string',
    state: 'string',
    postal_code: 'string',
    latitude: 'number',
    longitude: 'number',
  },
} as const satisfies Record<string, Fields>;

export const KINDS: Readonly<Record<Kind, string>> = {
  string: 'a string',
  date: 'a date as YYYY-MM-DD',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  array: 'an array',
  object: 'an object',
};

export type Table = keyof typeof FIELDS;

export const ADDRESS_TEXTS = Object.entries(FIELDS['2.4']).flatMap(([name, kind]) => (kind === 'string' ? name : []));

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const IS: Readonly<Record<Kind, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string' && DAY.test(value),
  boolean: (value) => typeof value === 'boolean',
  // 30.0 and 3e1 are integers in JSON.
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};

export const isOfKind = (kind: Kind, value: Json): boolean => IS[kind](value);
