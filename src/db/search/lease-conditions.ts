/** The conditions of tenants by lease (contract 4.2; decisions 20 and 21). */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { LeaseCriteria } from '../../model/criteria';
import type { LocalDate } from '../../model/local-date';
import { ADDRESS_FIELDS, type Address } from '../../model/records';
import { addressKey, decimalText, nearCoordinate } from '../match-keys';
import { slot } from '../statements';

/** The fields of an address, from the one that few units have in common to the one that most have. */
const FIELDS = Object.keys({
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

/** One for each field of the address. A text is compared by its key, a coordinate by its value. */
export const unitConditions = ({ address = {} }: LeaseCriteria): UnitCondition[] =>
  FIELDS.filter((field) => address[field] !== undefined).map((field) => {
    const { name, kind } = ADDRESS_FIELDS[field];
    const isCoordinate = kind === 'coordinate';
    const text = slot<string>(field);
    return {
      field,
      index: `units_${name}`,
      condition: isCoordinate
        ? nearCoordinate(sql.ref(`u.${name}`), text)
        : sql<SqlBool>`${sql.ref(`u.${name}_key`)} = ${addressKey(text)}`,
      value: isCoordinate ? decimalText(Number(address[field])) : String(address[field]),
    };
  });
