/** The names of filters in the audit trail: those of the contract (4.1, 4.2, 2.4), for REST and GraphQL. */

import { CRITERIA_NAMES, type LeaseCriteria, type TenantCriteria } from '../../model/criteria';
import { ADDRESS_FIELDS, type Address } from '../../model/records';

type Criteria = TenantCriteria & LeaseCriteria;

const GROUP_NAMES = { identifier: 'group_id', externalRef: 'group_external_ref' } as const;

const ADDRESS_NAMES = Object.fromEntries(
  Object.entries(ADDRESS_FIELDS).map(([field, { name }]) => [field, `address.${name}`]),
) as Readonly<Record<keyof Address, string>>;

export const FILTER_NAMES: readonly string[] = [CRITERIA_NAMES, GROUP_NAMES, ADDRESS_NAMES].flatMap((names) =>
  Object.values(names),
);

/** The names of the filters that are given, in the order of {@link FILTER_NAMES}; never a value of one. */
export function filterNames(criteria: Partial<Criteria>): string[] {
  const { group, address } = criteria;
  const names = given(criteria, CRITERIA_NAMES);
  if (group !== undefined) names.push(GROUP_NAMES[group.by]);
  if (address !== undefined) names.push(...given(address, ADDRESS_NAMES));
  return names;
}

function given<Key extends string>(values: { readonly [K in Key]?: unknown }, names: Readonly<Record<Key, string>>) {
  const found: string[] = [];
  for (const key in names) if (values[key] !== undefined) found.push(names[key]);
  return found;
}
