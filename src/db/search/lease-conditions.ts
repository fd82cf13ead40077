/** What a question about leases asks of a lease's pair and of its unit (contract 4.2, decisions 20 and 21). */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { AddressQuestion, LeaseQuestion } from '../../model/questions';
import type { Address } from '../../model/records';
import { addressKey, nearCoordinate } from '../match-keys';

/** Both ends count; a lease without a move-in date stands at the first day and is in no range. */
export function moveInCondition({ minMoveInDate, maxMoveInDate }: LeaseQuestion): Expression<SqlBool> | undefined {
  if (minMoveInDate === undefined && maxMoveInDate === undefined) return undefined;
  return sql<SqlBool>`p.move_in_day between ${minMoveInDate ?? '0001-01-01'} and ${maxMoveInDate ?? '9999-12-31'}`;
}

export interface UnitCondition {
  /** The index that finds the units for this condition alone. */
  readonly index: string;
  readonly condition: Expression<SqlBool>;
}

/** A text is compared by its key, a coordinate as it is. */
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
export function unitConditions(address: AddressQuestion = {}): UnitCondition[] {
  return Object.entries(address).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const { column, index } = COLUMNS[field as keyof Address];
    const ref = sql.ref(column);
    const condition =
      typeof value === 'number' ? nearCoordinate(ref, value) : sql<SqlBool>`${ref} = ${addressKey(value)}`;
    return [{ index, condition }];
  });
}
