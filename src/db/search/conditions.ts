/** The conditions of both lookups (contract 4.1 and 4.2; decisions 7, 10, 13, 20 and 21). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { AddressCriteria, LeaseCriteria, TenantCriteria } from '../../model/criteria';
import type { Address } from '../../model/records';
import { addressKey, bytes, emailKey, nearCoordinate, phoneKey } from '../match-keys';
import type { ResidualFilterOf } from '../sorted-streams';
import { joined, type VisibleRecords } from '../visible-records';

/** Both ends are included. A lease without a move-in date is in no range. */
export function moveInCondition({ minMoveInDate, maxMoveInDate }: LeaseCriteria): Expression<SqlBool> | undefined {
  if (minMoveInDate === undefined && maxMoveInDate === undefined) return undefined;
  return sql<SqlBool>`p.move_in_day between ${minMoveInDate ?? '0001-01-01'} and ${maxMoveInDate ?? '9999-12-31'}`;
}

export interface UnitCondition {
  /** The index that finds the units for this condition alone. */
  readonly index: string;
  readonly condition: Expression<SqlBool>;
}

/** A text is compared by its key, a coordinate by its value. */
const COLUMNS = {
  buildingName: { column: 'u.building_name_key', index: 'units_building_name' },
  addressLine1: { column: 'u.address_line_1_key', index: 'units_address_line_1' },
  addressLine2: { column: 'u.address_line_2_key', index: 'units_address_line_2' },
  city: { column: 'u.city_key', index: 'units_city' },
  country: { column: 'u.country_key', index: 'units_country' },
  state: { column: 'u.state_key', index: 'units_state' },
  postalCode: { column: 'u.postal_code_key', index: 'units_postal_code' },
  latitude: { column: 'u.latitude', index: 'units_latitude' },
  longitude: { column: 'u.longitude', index: 'units_longitude' },
} as const satisfies Record<keyof Address, { column: string; index: string }>;

/** One for each field that is given. */
export function unitConditions(address: AddressCriteria = {}): UnitCondition[] {
  return Object.entries(address).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const { column, index } = COLUMNS[field as keyof Address];
    const ref = sql.ref(column);
    const condition =
      typeof value === 'number' ? nearCoordinate(ref, value) : sql<SqlBool>`${ref} = ${addressKey(value)}`;
    return [{ index, condition }];
  });
}

/** A value, or the slot of one. */
type Text = string | Expression<string>;

/** The identifications of a tenant as they are compared: a phone number is its key. */
export interface Identifications {
  readonly identifier?: Text;
  readonly externalRef?: Text;
  readonly emailAddress?: Text;
  readonly phoneNumber?: Text | null;
}

export function identificationsOf(criteria: TenantCriteria): Identifications {
  const { identifier, externalRef, emailAddress, phoneNumber } = criteria;
  return {
    ...(identifier !== undefined && { identifier }),
    ...(externalRef !== undefined && { externalRef }),
    ...(emailAddress !== undefined && { emailAddress }),
    ...(phoneNumber !== undefined && { phoneNumber: phoneKey(phoneNumber) }),
  };
}

/** All given identifications must match the same tenant (decision 7). */
export function tenantConditions(given: Identifications): Expression<SqlBool>[] {
  const { identifier, externalRef, emailAddress, phoneNumber } = given;
  return [
    ...(identifier === undefined ? [] : [sql<SqlBool>`t.identifier_key = ${bytes(identifier)}`]),
    ...(externalRef === undefined ? [] : [sql<SqlBool>`t.external_ref_key = ${bytes(externalRef)}`]),
    ...(emailAddress === undefined ? [] : [sql<SqlBool>`t.email_key = ${emailKey(emailAddress)}`]),
    ...(phoneNumber === undefined ? [] : [sql<SqlBool>`t.phone_key = ${phoneNumber}`]),
  ];
}

/** Tenants by an index of what identifies them. Without the hint, a server may read whole groups. */
export const identifiedTenants = (records: VisibleRecords) =>
  records.tenants('ignore index (primary, tenants_of_group)');

/** The identified tenants with their pairs. */
export const pairsOfTenants = (records: VisibleRecords, given: Identifications) =>
  identifiedTenants(records)
    .where((eb) => eb.and(tenantConditions(given)))
    .innerJoin(joined('lease_tenants as p', 'primary'), (on) =>
      on.onRef('p.tenant_id', '=', 't.id').onRef('p.group_id', '=', 't.group_id'),
    )
    .modifyFront(sql`straight_join`);

/** Both comparisons are strict. A lease without one of the dates is not active (contract section 3, decision 13). */
export const isActiveOn = (lease: string, day: LocalDate | Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${lease}.start_date`)} < ${day} and ${sql.ref(`${lease}.end_date`)} > ${day}`;

/** For a row of `lease_tenants`. */
export const activeFilter =
  (day: LocalDate): ResidualFilterOf =>
  (row) => ({
    joins: sql`left join leases as l on l.id = ${sql.ref(`${row}.lease_id`)} and l.group_id = ${sql.ref(`${row}.group_id`)}`,
    condition: isActiveOn('l', day),
  });
