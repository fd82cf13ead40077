/**
 * A whole database as plain arrays. Rows have the names of the columns; a decimal is text, so that nothing is rounded.
 */

export interface GroupRow {
  readonly id: number;
  readonly identifier: string;
  readonly external_ref: string | null;
}

export const ADDRESS_TEXTS = [
  'building_name',
  'address_line_1',
  'address_line_2',
  'city',
  'country',
  'state',
  'postal_code',
] as const;
export const COORDINATES = ['latitude', 'longitude'] as const;

export type AddressText = (typeof ADDRESS_TEXTS)[number];
export type Coordinate = (typeof COORDINATES)[number];
export type AddressColumns = { readonly [Column in AddressText | Coordinate]: string | null };

export const ADDRESS_COLUMNS = [...ADDRESS_TEXTS, ...COORDINATES] as const;

/** For each column of an address, what `value` returns. */
export const addressWith = <Value>(value: (column: AddressText | Coordinate) => Value) =>
  Object.fromEntries(ADDRESS_COLUMNS.map((column) => [column, value(column)])) as Record<
    AddressText | Coordinate,
    Value
  >;

/** The name of a column in GraphQL. */
export const graphqlName = (column: string): string =>
  column.replace(/(?<=[a-z])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The same fields under their names in GraphQL. */
export const asGraphql = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [graphqlName(name), value]));

export interface UnitRow extends AddressColumns {
  readonly id: number;
  readonly identifier: string;
  readonly group_id: number;
  readonly external_ref: string | null;
  readonly unit_number: string | null;
}

export interface TenantRow {
  readonly id: number;
  readonly identifier: string;
  readonly group_id: number;
  readonly external_ref: string | null;
  readonly email_address: string | null;
  readonly phone_number: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly active: boolean;
}

export interface LeaseRow {
  readonly id: number;
  readonly identifier: string;
  readonly group_id: number;
  readonly unit_id: number | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly move_in_date: string | null;
  readonly is_furnished: boolean | null;
  readonly minimum_days_notice: number | null;
  readonly deposit: string | null;
  readonly rent: string | null;
}

export interface PairRow {
  readonly tenant_id: number;
  readonly lease_id: number;
  readonly group_id: number;
}

export interface World {
  readonly groups: readonly GroupRow[];
  readonly units: readonly UnitRow[];
  readonly tenants: readonly TenantRow[];
  readonly leases: readonly LeaseRow[];
  readonly pairs: readonly PairRow[];
}

/** The identifiers of the groups that a caller may see (decision 30). */
export type Sight = 'all' | readonly string[];

/** The world without the rows that the caller may not see. */
export function visibleWorld(world: World, sight: Sight): World {
  const groups = world.groups.filter(({ identifier }) => sight === 'all' || sight.includes(identifier));
  const ids = new Set(groups.map(({ id }) => id));
  const visible = <Row extends { group_id: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ group_id }) => ids.has(group_id));
  return {
    groups,
    units: visible(world.units),
    tenants: visible(world.tenants),
    leases: visible(world.leases),
    pairs: visible(world.pairs),
  };
}
