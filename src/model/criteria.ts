/** The criteria of the two lookups. An absent field is no condition. All given conditions must hold (decisions 7 and 20). */

import type { LocalDate } from './local-date';
import { ADDRESS_FIELDS, type Address } from './records';

/** A group, by its identifier or its external reference (contract 2.5). */
export type GroupRef =
  | { readonly by: 'identifier'; readonly value: string }
  | { readonly by: 'externalRef'; readonly value: string };

/** Contract 4.1; at least one identification is present. */
export interface TenantCriteria {
  readonly identifier?: string;
  readonly externalRef?: string;
  readonly emailAddress?: string;
  readonly phoneNumber?: string;
  readonly group?: GroupRef;
  /** Only leases that are active on this day (contract section 3, decision 13). */
  readonly activeOn?: LocalDate;
}

/** Contract 4.2. */
export interface LeaseCriteria {
  readonly identifier?: string;
  readonly minMoveInDate?: LocalDate;
  readonly maxMoveInDate?: LocalDate;
  readonly group?: GroupRef;
  readonly address?: AddressCriteria;
}

export type AddressCriteria = { readonly [Field in keyof Address]?: NonNullable<Address[Field]> | undefined };

/** The names of the criteria over REST and in the audit trail. `group` has two (contract 2.5), `address` one for each of its fields. */
const CRITERIA_NAMES: Readonly<Record<Exclude<keyof (TenantCriteria & LeaseCriteria), 'group' | 'address'>, string>> = {
  identifier: 'identifier',
  externalRef: 'external_ref',
  emailAddress: 'email_address',
  phoneNumber: 'phone_number',
  // Also for `activeOn` of GraphQL.
  activeOn: 'active',
  minMoveInDate: 'min_move_in_date',
  maxMoveInDate: 'max_move_in_date',
};

const GROUP_NAMES = { identifier: 'group_id', externalRef: 'group_external_ref' } as const;

const ADDRESS_NAMES = Object.fromEntries(
  Object.entries(ADDRESS_FIELDS).map(([field, { name }]) => [field, `address.${name}`]),
) as Readonly<Record<keyof Address, string>>;

/** All names that {@link filterNames} returns. */
export const FILTER_NAMES: readonly string[] = [CRITERIA_NAMES, GROUP_NAMES, ADDRESS_NAMES].flatMap((names) =>
  Object.values(names),
);

/** The names of the filters that are present, in the order of {@link FILTER_NAMES}, and none of their values. */
export function filterNames(criteria: Partial<TenantCriteria & LeaseCriteria>): string[] {
  const { group, address } = criteria;
  const names = present(criteria, CRITERIA_NAMES);
  if (group !== undefined) names.push(GROUP_NAMES[group.by]);
  if (address !== undefined) names.push(...present(address, ADDRESS_NAMES));
  return names;
}

function present<Key extends string>(values: { readonly [K in Key]?: unknown }, names: Readonly<Record<Key, string>>) {
  const keys = Object.keys(names) as Key[];
  return keys.filter((key) => values[key] !== undefined).map((key) => names[key]);
}
