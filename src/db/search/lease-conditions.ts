/** The conditions of tenants by lease (contract 4.2; decisions 20 and 21). A search uses them in the queries below and as a residual filter. */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { AddressCriteria, LeaseCriteria } from '../../model/criteria';
import { ADDRESS_FIELDS, type Address } from '../../model/records';
import { addressKey, bytes, decimalText, nearCoordinate, ofGroup, type Text } from '../match-keys';
import type { StreamFilter } from '../sorted-streams';
import { slot, type SlotValues } from '../statements';
import { joined, type VisibleRecords } from '../visible-records';

/** The criteria as they are compared. */
export interface LeaseConditions<Value extends Text = string> {
  readonly identifier?: Value;
  /** Both ends are included. */
  readonly moveIn?: readonly [first: Value, last: Value];
  /** By field. A coordinate is a decimal number. Absent without an address. */
  readonly address?: Readonly<Record<string, Value>>;
}

export function conditionsOf({ identifier, minMoveInDate, maxMoveInDate, address }: LeaseCriteria): LeaseConditions {
  const isRanged = minMoveInDate !== undefined || maxMoveInDate !== undefined;
  return {
    ...(identifier !== undefined && { identifier }),
    ...(isRanged && { moveIn: [minMoveInDate ?? '0001-01-01', maxMoveInDate ?? '9999-12-31'] }),
    ...(address !== undefined && { address: addressTexts(address) }),
  };
}

const addressTexts = (address: AddressCriteria): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(address)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, typeof value === 'number' ? decimalText(value) : value]),
  );

/** A slot for each value, so that a text serves all values. */
export const slotsOf = ({ identifier, moveIn, address }: LeaseConditions): LeaseConditions<Expression<string>> => ({
  ...(identifier !== undefined && { identifier: slot<string>('identifier') }),
  ...(moveIn !== undefined && { moveIn: [slot<string>('first'), slot<string>('last')] }),
  ...(address !== undefined && {
    address: Object.fromEntries(Object.keys(address).map((field) => [field, slot<string>(field)])),
  }),
});

/** The values of these slots. */
export const slotValues = ({ identifier, moveIn, address }: LeaseConditions): SlotValues => ({
  ...(identifier !== undefined && { identifier }),
  ...(moveIn !== undefined && { first: moveIn[0], last: moveIn[1] }),
  ...address,
});

/**
 * A lease without a move-in date is in no range.
 * @param row the alias of a row of `lease_tenants`
 */
export function moveInCondition({ moveIn }: LeaseConditions<Text>, row = 'p'): Expression<SqlBool> | undefined {
  if (moveIn === undefined) return undefined;
  return sql<SqlBool>`${sql.ref(`${row}.move_in_day`)} between ${moveIn[0]} and ${moveIn[1]}`;
}

export interface UnitCondition {
  /** The index that finds the units for this condition alone. */
  readonly index: string;
  readonly condition: Expression<SqlBool>;
}

/** One for each field of the address. A text is compared by its key, a coordinate by its value. */
export const unitConditions = ({ address = {} }: LeaseConditions<Text>): UnitCondition[] =>
  Object.entries(address).map(([field, value]) => {
    const { name, kind } = ADDRESS_FIELDS[field as keyof Address];
    const condition =
      kind === 'coordinate'
        ? nearCoordinate(sql.ref(`u.${name}`), value)
        : sql<SqlBool>`${sql.ref(`u.${name}_key`)} = ${addressKey(value)}`;
    return { index: `units_${name}`, condition };
  });

/** The conditions that no index of pairs covers: those of the address. Undefined without an address. */
export function pairFilter(given: LeaseConditions<Text>): StreamFilter | undefined {
  const conditions = unitConditions(given).map(({ condition }) => condition);
  if (conditions.length === 0) return undefined;
  return {
    columns: ['unit_key'],
    on: (row) => ({
      joins: sql`left join units as u on u.id = ${sql.ref(`${row}.unit_key`)} and ${ofGroup('u.group_id', `${row}.group_id`)}`,
      condition: sql.join(conditions, sql` and `),
    }),
  };
}

/** The index of the scope and the range. */
export function pairIndexFor({ scope }: VisibleRecords, { moveIn }: LeaseConditions<Text>): string {
  if (scope.isAll) return moveIn ? 'lease_tenants_by_day' : 'primary';
  return moveIn ? 'lease_tenants_by_group_and_day' : 'lease_tenants_of_group';
}

/** The pairs of the scope and the range, by their index. */
export function pairsInRange(records: VisibleRecords, given: LeaseConditions<Text>, hint: 'force' | 'use' = 'force') {
  const moveIn = moveInCondition(given);
  return records
    .leaseTenants(`${hint} index (${pairIndexFor(records, given)})`)
    .$if(moveIn !== undefined, (q) => q.where(moveIn!));
}

/**
 * The pairs that meet all conditions.
 * @param hint with which the pairs are read first. Their units are then read by id: otherwise MariaDB may join all units of an
 * address to each pair
 */
export function matchingPairs(records: VisibleRecords, given: LeaseConditions<Text>, hint?: string) {
  const { identifier, address } = given;
  const moveIn = moveInCondition(given);
  return records
    .leaseTenants(hint)
    .$if(identifier !== undefined, (q) =>
      q
        .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')))
        .where('l.identifier_key', '=', bytes(identifier!)),
    )
    .$if(moveIn !== undefined, (q) => q.where(moveIn!))
    .$if(address !== undefined, (q) =>
      q
        .innerJoin(hint === undefined ? 'units as u' : joined('units as u', 'primary'), (on) =>
          on.onRef('u.id', '=', 'p.unit_key').on(ofGroup('u.group_id', 'p.group_id')),
        )
        .where((eb) => eb.and(unitConditions(given).map(({ condition }) => condition))),
    )
    .select('p.tenant_id as id');
}

/** The same from the units of an address on. It is never asked for an identifier. */
export function matchingPairsOfUnits(records: VisibleRecords, given: LeaseConditions<Text>, hint: string) {
  const moveIn = moveInCondition(given);
  return records
    .units(hint)
    .innerJoin(joined('lease_tenants as p', 'lease_tenants_of_unit'), (on) =>
      on.onRef('p.unit_key', '=', 'u.id').onRef('p.group_id', '=', 'u.group_id'),
    )
    .where((eb) => eb.and(unitConditions(given).map(({ condition }) => condition)))
    .$if(moveIn !== undefined, (q) => q.where(moveIn!))
    .select('p.tenant_id as id')
    .modifyFront(sql`straight_join`);
}
