/** The conditions of tenants by lease (contract 4.2; decisions 20 and 21). A search uses them in the queries below and as a residual filter. */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { AddressCriteria, LeaseCriteria } from '../../model/criteria';
import { ADDRESS_FIELDS, type Address } from '../../model/records';
import { addressKey, bytes, nearCoordinate, ofGroup } from '../match-keys';
import type { ResidualFilterOf } from '../sorted-streams';
import { joined, type VisibleRecords } from '../visible-records';

/** The first and the last day of the range, as every search compares them. Undefined without a range. */
export const moveInRange = ({
  minMoveInDate,
  maxMoveInDate,
}: LeaseCriteria): readonly [first: LocalDate, last: LocalDate] | undefined =>
  minMoveInDate === undefined && maxMoveInDate === undefined
    ? undefined
    : [minMoveInDate ?? '0001-01-01', maxMoveInDate ?? '9999-12-31'];

/**
 * Both ends are included. A lease without a move-in date is in no range.
 * @param row the alias of a row of `lease_tenants`
 */
export function moveInCondition(criteria: LeaseCriteria, row = 'p'): Expression<SqlBool> | undefined {
  const range = moveInRange(criteria);
  if (range === undefined) return undefined;
  const [first, last] = range;
  return sql<SqlBool>`${sql.ref(`${row}.move_in_day`)} between ${first} and ${last}`;
}

export interface UnitCondition {
  /** The index that finds the units for this condition alone. */
  readonly index: string;
  readonly condition: Expression<SqlBool>;
}

/** One for each field that is given. A text is compared by its key, a coordinate by its value. */
export function unitConditions(address: AddressCriteria = {}): UnitCondition[] {
  return Object.entries(address).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const { name } = ADDRESS_FIELDS[field as keyof Address];
    const condition =
      typeof value === 'number'
        ? nearCoordinate(sql.ref(`u.${name}`), value)
        : sql<SqlBool>`${sql.ref(`u.${name}_key`)} = ${addressKey(value)}`;
    return [{ index: `units_${name}`, condition }];
  });
}

/** The conditions that no index of pairs covers: those of the address. Undefined without an address. */
export function pairFilter({ address }: LeaseCriteria): ResidualFilterOf | undefined {
  const conditions = unitConditions(address).map(({ condition }) => condition);
  if (conditions.length === 0) return undefined;
  return (row) => ({
    joins: sql`left join units as u on u.id = ${sql.ref(`${row}.unit_key`)} and ${ofGroup('u.group_id', `${row}.group_id`)}`,
    condition: sql.join(conditions, sql` and `),
  });
}

/** The pairs that meet all conditions. */
export function matchingPairs(records: VisibleRecords, criteria: LeaseCriteria, hint?: string) {
  const { identifier, address } = criteria;
  const moveIn = moveInCondition(criteria);
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
        .innerJoin('units as u', (on) => on.onRef('u.id', '=', 'p.unit_key').on(ofGroup('u.group_id', 'p.group_id')))
        .where((eb) => eb.and(unitConditions(address).map(({ condition }) => condition))),
    )
    .select('p.tenant_id as id');
}

/** The same from the units of an address on. It is never asked for an identifier. */
export function matchingPairsOfUnits(records: VisibleRecords, criteria: LeaseCriteria, hint: string) {
  const moveIn = moveInCondition(criteria);
  return records
    .units(hint)
    .innerJoin(joined('lease_tenants as p', 'lease_tenants_of_unit'), (on) =>
      on.onRef('p.unit_key', '=', 'u.id').onRef('p.group_id', '=', 'u.group_id'),
    )
    .where((eb) => eb.and(unitConditions(criteria.address).map(({ condition }) => condition)))
    .$if(moveIn !== undefined, (q) => q.where(moveIn!))
    .select('p.tenant_id as id')
    .modifyFront(sql`straight_join`);
}
