/** The records that both transports return. Null is an unknown value (decision 15). */

import type { LocalDate } from './local-date';
import type { RowId } from './page';

export interface Group {
  readonly rowId: RowId;
  /** The value that `group_id` accepts (decision 17). */
  readonly identifier: string;
  readonly externalRef: string | null;
}

/** Contract 2.4; latitude and longitude in decimal degrees. */
export interface Address {
  readonly buildingName: string | null;
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The unit of a lease. All fields are null when the lease has none. */
export interface Unit {
  readonly identifier: string | null;
  readonly externalRef: string | null;
  readonly number: string | null;
  readonly address: Address;
}

/** The fields of contract 2.2 and 2.3 together. REST shows one or the other, GraphQL all of them. */
export interface Tenant {
  readonly rowId: RowId;
  readonly identifier: string;
  readonly group: Group;
  readonly externalRef: string | null;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly active: boolean;
}

/** Contract 2.1. */
export interface Lease {
  readonly rowId: RowId;
  readonly identifier: string;
  readonly group: Group;
  readonly startDate: LocalDate | null;
  readonly endDate: LocalDate | null;
  readonly moveInDate: LocalDate | null;
  readonly isFurnished: boolean | null;
  /** Days. */
  readonly minimumDaysNotice: number | null;
  readonly deposit: number | null;
  readonly rent: number | null;
  readonly unit: Unit;
  readonly tenants: readonly Tenant[];
}

/** The parts of a lease that are not in its own row. Each costs a join. The group of a tenant is that of the lease. */
export interface LeaseParts {
  readonly group: boolean;
  readonly unit: boolean;
  readonly tenants: boolean;
}

export const WHOLE_LEASE: LeaseParts = { group: true, unit: true, tenants: true };
