/** The conditions of leases for a tenant (contract 4.1; decisions 7, 10 and 13), and of tenants by lease (4.2; decisions 20 and 21). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { LeaseCriteria, TenantCriteria, TenantFilter } from '../../model/criteria';
import type { LocalDate } from '../../model/local-date';
import { ADDRESS_FIELDS, type Address } from '../../model/records';
import { addressKey, bytes, decimalText, emailKey, nearCoordinate, ofGroup, phoneKey, type Text } from '../match-keys';
import { slot } from '../statements';
import { by, joined, type VisibleRecords } from '../visible-records';
import { beyond, type CountedStart } from './look';

/** How each identification is compared, and the index that finds its tenants. A phone number is its key; null matches nobody. */
const IDENTIFICATIONS = {
  identifier: { index: 'tenants_identifier', matches: (text: Text) => sql<SqlBool>`t.identifier_key = ${bytes(text)}` },
  externalRef: {
    index: 'tenants_external_ref',
    matches: (text: Text) => sql<SqlBool>`t.external_ref_key = ${bytes(text)}`,
  },
  emailAddress: { index: 'tenants_email', matches: (text: Text) => sql<SqlBool>`t.email_key = ${emailKey(text)}` },
  phoneNumber: { index: 'tenants_phone', matches: (key: Text) => sql<SqlBool>`t.phone_key = ${key}` },
} as const satisfies Record<TenantFilter, object>;
const TENANT_FIELDS = Object.keys(IDENTIFICATIONS) as TenantFilter[];

/** The identifications of a request, or slots for them. */
export type Identifications = Readonly<Partial<Record<TenantFilter, Text | null>>>;

export const identificationsOf = (criteria: TenantCriteria): Identifications =>
  Object.fromEntries(
    TENANT_FIELDS.filter((field) => criteria[field] !== undefined).map((field) => [
      field,
      field === 'phoneNumber' ? phoneKey(criteria[field]!) : criteria[field]!,
    ]),
  );

/** A slot for each identification, so that a text serves all values. */
export const slotsOf = (identifications: Identifications): Identifications =>
  Object.fromEntries(Object.keys(identifications).map((field) => [field, slot<string>(field)]));

const conditionsOf = (identifications: Identifications) =>
  TENANT_FIELDS.filter((field) => identifications[field] !== undefined).map((field) => {
    const { index, matches } = IDENTIFICATIONS[field];
    return { index, condition: matches(identifications[field]!) };
  });

/** All identifications must match the same tenant (decision 7). */
export const tenantConditions = (identifications: Identifications): Expression<SqlBool>[] =>
  conditionsOf(identifications).map(({ condition }) => condition);

/** The tenants whom an identification finds, for each of them. */
export const startsOf = (identifications: Identifications): CountedStart[] =>
  conditionsOf(slotsOf(identifications)).map(({ index, condition }) => ({
    table: 'tenants',
    index,
    beyond: (records) => beyond(records.tenants(by(index)).where(condition)),
  }));

/**
 * The matching tenants with their pairs.
 * @param index finds the tenants; without it, the server chooses an index. It would read whole groups if it could.
 */
export const pairsOfTenants = (records: VisibleRecords, identifications: Identifications, index?: string) =>
  records
    .tenants(index === undefined ? 'ignore index (primary, tenants_of_group)' : by(index))
    .where((eb) => eb.and(tenantConditions(identifications)))
    .innerJoin(joined('lease_tenants as p', 'primary'), (on) =>
      on.onRef('p.tenant_id', '=', 't.id').onRef('p.group_id', '=', 't.group_id'),
    )
    .modifyFront(sql`straight_join`);

/** The matching tenants with their pairs and leases. */
export const leasesOfTenants = (records: VisibleRecords, identifications: Identifications, index?: string) =>
  pairsOfTenants(records, identifications, index).innerJoin(joined('leases as l', 'primary'), (on) =>
    on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')),
  );

/** Both comparisons are strict. A lease without one of the dates is not active (contract section 3, decision 13). */
export const isActiveOn = (lease: string, day: LocalDate | Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${lease}.start_date`)} < ${day} and ${sql.ref(`${lease}.end_date`)} > ${day}`;

/** The fields of an address, from the one that few units have in common to the one that most have. */
const ADDRESS = Object.keys({
  postalCode: 0,
  addressLine1: 0,
  latitude: 0,
  longitude: 0,
  buildingName: 0,
  addressLine2: 0,
  city: 0,
  state: 0,
  country: 0,
} satisfies Record<keyof Address, 0>) as (keyof Address)[];

export interface MoveInRange {
  readonly first: LocalDate;
  readonly last: LocalDate;
  /** The months of both ends, as 202401. */
  readonly months: readonly [first: number, last: number];
}

/** Both ends are included. A lease without a move-in date is in no range. */
export function rangeOf({ minMoveInDate, maxMoveInDate }: LeaseCriteria): MoveInRange | undefined {
  if (minMoveInDate === undefined && maxMoveInDate === undefined) return undefined;
  const [first, last] = [minMoveInDate ?? '0001-01-01', maxMoveInDate ?? '9999-12-31'];
  return { first, last, months: [monthOf(first), monthOf(last)] };
}

/** The pairs of a range, or all. Its days are slots. */
export const movedInWithin = (range: MoveInRange | undefined): Expression<SqlBool> =>
  range === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`p.move_in_day between ${slot<string>('first')} and ${slot<string>('last')}`;

const monthOf = (day: LocalDate): number => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));

export interface UnitCondition {
  readonly field: keyof Address;
  /** The index that finds the units for this condition alone. */
  readonly index: string;
  /** Its value is the slot of the field. */
  readonly condition: Expression<SqlBool>;
  readonly value: string;
}

/** One for each field of the address, which a key finds. */
export const unitConditions = ({ address = {} }: LeaseCriteria): UnitCondition[] =>
  ADDRESS.filter((field) => address[field] !== undefined).map((field) => {
    const { name, kind } = ADDRESS_FIELDS[field];
    const isCoordinate = kind === 'coordinate';
    const text = slot<string>(field);
    return {
      field,
      index: `units_${name}`,
      condition: isCoordinate
        ? nearCoordinate(`u.${name}`, text)
        : sql<SqlBool>`${sql.ref(`u.${name}_key`)} = ${addressKey(text)}`,
      value: isCoordinate ? decimalText(Number(address[field])) : String(address[field]),
    };
  });
