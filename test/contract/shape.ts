/** What our answers must look like: the contract's tables, every field present and no other. */

import { isObject, type Json } from '../../cutover/contract/answers';
import { FIELDS, isOfKind, type Table } from '../../cutover/conformance/shape';
import { addressWith } from '../oracle/world';

type Check = (value: Json) => boolean;
type Shape = Readonly<Record<string, Check>>;

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
/** Ours may be null where the contract leaves that open, and only there. */
const NEVER_NULL = new Set([
  '2.1.identifier',
  '2.1.tenants',
  '2.1.address',
  '2.2.identifier',
  '2.2.active',
  '2.2.group',
  '2.3.identifier',
]);

function shapeOf(table: Table): Shape {
  const checks = Object.entries(FIELDS[table]).map(([field, kind]): [string, Check] => {
    const check: Check = (value) => isOfKind(kind, value);
    return [field, NEVER_NULL.has(`${table}.${field}`) ? check : orNull(check)];
  });
  return Object.fromEntries(checks);
}

/** Fields that were added since the contract are texts. */
const ADDRESS: Shape = { ...addressWith(() => orNull((value) => isOfKind('string', value))), ...shapeOf('2.4') };
const TENANT_IN_LEASE = shapeOf('2.2');
const TENANT = shapeOf('2.3');
const LEASE: Shape = {
  ...shapeOf('2.1'),
  tenants: (value) =>
    Array.isArray(value) && value.every((tenant) => shapeProblems(tenant, TENANT_IN_LEASE).length === 0),
  address: (value) => shapeProblems(value, ADDRESS).length === 0,
};

const isInteger: Check = (value) => isOfKind('integer', value);
const isString: Check = (value) => isOfKind('string', value);
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

/** The problems in the form of a REST answer: of a success if `status` is 200, else of an error. */
export function bodyProblems(status: number, body: Json): string[] {
  if (status !== 200) return shapeProblems(body, ENVELOPE);
  const kind = isObject(body) && 'tenants' in body ? 'tenants' : 'leases';
  return shapeProblems(body, BODIES[kind] ?? {});
}
