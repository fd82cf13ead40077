/** The field tables of contract section 2: names and JSON types of every record that is answered. */

import type { Json, JsonObject } from './case';

type Check = (value: Json) => boolean;
type Shape = Readonly<Record<string, Check>>;

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isDate: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = orNull(isString);

/** 2.4 */
const ADDRESS: Shape = {
  building_name: text,
  address_line_1: text,
  address_line_2: text,
  city: text,
  country: text,
  state: text,
  postal_code: text,
  latitude: orNull(isNumber),
  longitude: orNull(isNumber),
};

/** 2.2 */
const TENANT_IN_LEASE: Shape = {
  identifier: isString,
  external_ref: text,
  email_address: text,
  phone_number: text,
  active: isBoolean,
  group: isString,
};

/** 2.3 */
const TENANT: Shape = {
  identifier: isString,
  email_address: text,
  first_name: text,
  last_name: text,
  external_ref: text,
  phone_number: text,
};

/** 2.1 */
const LEASE: Shape = {
  identifier: isString,
  start_date: orNull(isDate),
  end_date: orNull(isDate),
  move_in_date: orNull(isDate),
  tenants: (value) =>
    Array.isArray(value) && value.every((tenant) => shapeProblems(tenant, TENANT_IN_LEASE).length === 0),
  unit_id: text,
  unit_external_ref: text,
  is_furnished: orNull(isBoolean),
  minimum_days_notice: orNull(isInteger),
  deposit: orNull(isNumber),
  rent: orNull(isNumber),
  unit_number: text,
  address: (value) => shapeProblems(value, ADDRESS).length === 0,
};

const BODIES: Readonly<Record<string, Shape>> = {
  leases: { leases: recordsOf(LEASE), last_id: isInteger },
  tenants: { tenants: recordsOf(TENANT), last_id: isInteger },
};
const ENVELOPE: Shape = { error: (value) => shapeProblems(value, { type: isString, message: isString }).length === 0 };

function recordsOf(shape: Shape): Check {
  return (value) =>
    Array.isArray(value) && value.length <= 100 && value.every((record) => shapeProblems(record, shape).length === 0);
}

function shapeProblems(value: Json, shape: Shape): string[] {
  if (!isObject(value)) return ['is not an object'];
  const wrong = Object.keys(shape).filter((name) => !(name in value && shape[name]?.(value[name] ?? null)));
  const extra = Object.keys(value).filter((name) => !(name in shape));
  return [
    ...wrong.map((name) => `field ${name} is missing or of a wrong type`),
    ...extra.map((name) => `field ${name} does not belong there`),
  ];
}

/** What is wrong with the shape of an answer of a REST operation: of success when `status` is 200, else of the envelope. */
export function bodyProblems(status: number, body: Json): string[] {
  if (status !== 200) return shapeProblems(body, ENVELOPE);
  const kind = isObject(body) && 'tenants' in body ? 'tenants' : 'leases';
  return shapeProblems(body, BODIES[kind] ?? {});
}
