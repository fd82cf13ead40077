/** The criteria of the two lookups. An absent field is no condition. All given conditions must hold (decisions 7 and 20). */

import type { LocalDate } from './local-date';
import type { Address } from './records';

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
export const CRITERIA_NAMES: Readonly<
  Record<Exclude<keyof (TenantCriteria & LeaseCriteria), 'group' | 'address'>, string>
> = {
  identifier: 'identifier',
  externalRef: 'external_ref',
  emailAddress: 'email_address',
  phoneNumber: 'phone_number',
  // Also for `activeOn` of GraphQL.
  activeOn: 'active',
  minMoveInDate: 'min_move_in_date',
  maxMoveInDate: 'max_move_in_date',
};
