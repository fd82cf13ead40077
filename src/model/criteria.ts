/** The criteria of the two lookups. An absent field is no condition. All conditions must hold (decisions 7 and 20). */

import type { LocalDate } from './local-date';
import { ADDRESS_FIELDS, type Address } from './records';

/** The longest text that fits a column, in characters (code points). */
const LONGEST_TEXT = 255;

/** Why `text` cannot be a value of a record or a criterion; undefined when it can (decision 23). */
export function textProblem(text: string): string | undefined {
  if (text.length > LONGEST_TEXT && [...text].length > LONGEST_TEXT)
    return `must be at most ${LONGEST_TEXT} characters long`;
  if (/[\0\p{Surrogate}]/u.test(text)) return 'must not hold NUL or half of a surrogate pair';
  return undefined;
}

/** Only U+0020 is a blank, because SQL's TRIM removes nothing else (decision 8). */
export const isBlank = (text: string): boolean => /^ *$/.test(text);

/** A group, by its identifier or its external reference (contract 2.5). */
export type GroupRef =
  | { readonly by: 'identifier'; readonly value: string }
  | { readonly by: 'externalRef'; readonly value: string };

/** A criterion of one value: its name over REST and in the audit trail, how it is read, and its description in the schema. */
export interface Filter {
  readonly name: string;
  readonly kind: 'identification' | 'text' | 'date' | 'coordinate';
  readonly description: string;
}

/** The identifications of contract 4.1, of which at least one is present. */
export const TENANT_FILTERS = {
  identifier: {
    name: 'identifier',
    kind: 'identification',
    description: 'The internal tenant identifier; it must match exactly.',
  },
  externalRef: {
    name: 'external_ref',
    kind: 'identification',
    description: 'The external tenant identifier; it must match exactly and needs a group.',
  },
  emailAddress: {
    name: 'email_address',
    kind: 'identification',
    description: 'The whole e-mail address; letter case is ignored.',
  },
  phoneNumber: {
    name: 'phone_number',
    kind: 'identification',
    description: 'The whole phone number; spaces and punctuation are ignored.',
  },
} as const satisfies Record<string, Filter>;

/** Those of contract 4.2. */
export const LEASE_FILTERS = {
  identifier: {
    name: 'identifier',
    kind: 'text',
    description: 'The lease identifier; it must match exactly.',
  },
  minMoveInDate: {
    name: 'min_move_in_date',
    kind: 'date',
    description: 'The earliest move-in date, inclusive.',
  },
  maxMoveInDate: {
    name: 'max_move_in_date',
    kind: 'date',
    description: 'The latest move-in date, inclusive.',
  },
} as const satisfies Record<string, Filter>;

export type TenantFilter = keyof typeof TENANT_FILTERS;
type LeaseFilter = keyof typeof LEASE_FILTERS;

export interface TenantCriteria extends Readonly<Partial<Record<TenantFilter, string>>> {
  readonly group?: GroupRef;
  /** Only leases that are active on this day (contract section 3, decision 13). */
  readonly activeOn?: LocalDate;
}

export interface LeaseCriteria extends Readonly<Partial<Record<LeaseFilter, string>>> {
  readonly group?: GroupRef;
  readonly address?: AddressCriteria;
}

export type AddressCriteria = { readonly [Field in keyof Address]?: NonNullable<Address[Field]> | undefined };

const namesOf = <Key extends string>(filters: Readonly<Record<Key, Filter>>, prefix = '') =>
  Object.fromEntries(Object.entries<Filter>(filters).map(([key, { name }]) => [key, prefix + name])) as Readonly<
    Record<Key, string>
  >;

/** The names of the criteria over REST and in the audit trail. `group` has two (contract 2.5), `address` one for each of its fields. */
const CRITERIA_NAMES = {
  ...namesOf(TENANT_FILTERS),
  // Also for `activeOn` of GraphQL.
  activeOn: 'active',
  ...namesOf(LEASE_FILTERS),
};

const GROUP_NAMES = { identifier: 'group_id', externalRef: 'group_external_ref' } as const;

const ADDRESS_NAMES = namesOf(ADDRESS_FIELDS, 'address.');

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

function present<Key extends string>(
  values: Readonly<Partial<Record<NoInfer<Key>, unknown>>>,
  names: Readonly<Record<Key, string>>,
) {
  const keys = Object.keys(names) as Key[];
  return keys.filter((key) => values[key] !== undefined).map((key) => names[key]);
}
