/** The obvious SQL of both lookups: a subquery for the condition, the order of the paging ids, a limit. */

import { type RawBuilder, sql } from 'kysely';

import type { AddressCriteria } from '../../src/model/criteria';
import type { PageRequest } from '../../src/model/page';
import { groupNumbers } from './callers';
import type { WorldSize } from './facts';
import type { LeaseShape, Shape, TenantShape } from './shapes';

type Condition = RawBuilder<unknown>;

/**
 * The ids of a page and one more.
 * @param select the first word of the statement, for hints
 */
export function obviousIds(
  shape: Shape,
  size: WorldSize,
  { limit, direction, after, before }: PageRequest,
  select = sql`select`,
): RawBuilder<{ id: number }> {
  const isTenants = shape.find === 'tenants';
  const query = isTenants ? tenantsOfLeases(shape, size, select) : leasesOfTenants(shape, size, select);
  const id = sql.ref(isTenants ? 't.id' : 'l.id');
  const bounds = [
    ...given(after, (value) => sql`${id} > ${value}`),
    ...given(before, (value) => sql`${id} < ${value}`),
  ];
  const order = direction === 'forward' ? sql`asc` : sql`desc`;
  return sql<{ id: number }>`${all([query, ...bounds])} order by ${id} ${order} limit ${limit + 1}`;
}

const all = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `);

function tenantsOfLeases({ question, ...shape }: LeaseShape, size: WorldSize, select: Condition): Condition {
  const { identifier, minMoveInDate, maxMoveInDate, address } = question;
  const lease = all([
    sql`p.tenant_id = t.id`,
    ...given(identifier, (value) => sql`l.identifier_key = ${value}`),
    ...given(minMoveInDate, (value) => sql`l.move_in_date >= ${value}`),
    ...given(maxMoveInDate, (value) => sql`l.move_in_date <= ${value}`),
    ...given(address, ofUnit),
  ]);
  return sql`${select} t.id from tenants as t where ${visible('t', shape, question, size)} and exists (
    select 1 from lease_tenants as p join leases as l on l.id = p.lease_id
    left join units as u on u.id = l.unit_id where ${lease})`;
}

function leasesOfTenants({ question, ...shape }: TenantShape, size: WorldSize, select: Condition): Condition {
  const { identifier, externalRef, emailAddress, phoneNumber, activeOn } = question;
  const tenant = all([
    sql`p.lease_id = l.id`,
    ...given(identifier, (value) => sql`t.identifier_key = ${value}`),
    ...given(externalRef, (value) => sql`t.external_ref_key = ${value}`),
    ...given(emailAddress, (value) => sql`t.email_key = ${value.toLowerCase()}`),
    ...given(phoneNumber, (value) => sql`t.phone_key = ${value.replaceAll(' ', '')}`),
  ]);
  const active = given(activeOn, (day) => sql`l.start_date < ${day} and l.end_date > ${day}`);
  return sql`${select} l.id from leases as l where ${all([visible('l', shape, question, size), ...active])} and exists (
    select 1 from lease_tenants as p join tenants as t on t.id = p.tenant_id where ${tenant})`;
}

/** The groups of the caller, by their row ids: one above their numbers. */
function visible(alias: 't' | 'l', { caller }: Pick<Shape, 'caller'>, { group }: Shape['question'], size: WorldSize) {
  const named = group && Number(/\d+$/.exec(group.value));
  const seen = groupNumbers(caller, size)?.filter((n) => named === undefined || n === named);
  const numbers = seen ?? (named === undefined ? undefined : [named]);
  if (numbers === undefined) return sql`true`;
  return numbers.length === 0
    ? sql`false`
    : sql`${sql.ref(`${alias}.group_id`)} in (${sql.join(numbers.map((n) => n + 1))})`;
}

const TEXTS = {
  buildingName: 'u.building_name_key',
  addressLine1: 'u.address_line_1_key',
  addressLine2: 'u.address_line_2_key',
  city: 'u.city_key',
  country: 'u.country_key',
  state: 'u.state_key',
  postalCode: 'u.postal_code_key',
} as const;

function ofUnit(address: AddressCriteria): Condition {
  const near = (column: string, degrees: number) =>
    sql`${sql.ref(column)} between ${sql.lit(degrees)} - 0.0001 and ${sql.lit(degrees)} + 0.0001`;
  const texts = Object.entries(TEXTS) as [keyof typeof TEXTS, string][];
  return all([
    ...texts.flatMap(([field, column]) => given(address[field], (value) => sql`${sql.ref(column)} = ${value}`)),
    ...given(address.latitude, (degrees) => near('u.latitude', degrees)),
    ...given(address.longitude, (degrees) => near('u.longitude', degrees)),
  ]);
}

const given = <Value>(value: Value | undefined, condition: (value: Value) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)];
