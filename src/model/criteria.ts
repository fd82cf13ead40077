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
