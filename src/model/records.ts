/** The records that both transports return. Null is an unknown value (decision 15). */

import type { LocalDate } from './local-date';
import type { RowId } from './page';

export interface Group {
  readonly rowId: RowId;
  /** The value that `group_id` accepts (decision 17). */
  readonly identifier: string;
  readonly externalRef: string | null;
}

/** The fields of an address (contract 2.4): their names over REST and in imports, and their kind. Coordinates are decimal degrees. */
export const ADDRESS_FIELDS = {
  buildingName: { name: 'building_name', kind: 'text', description: 'Name of the building.' },
  addressLine1: {
    name: 'address_line_1',
    kind: 'text',
    description: 'First line of the address, usually street and number.',
  },
  addressLine2: { name: 'address_line_2', kind: 'text', description: 'Second line of the address.' },
  city: { name: 'city', kind: 'text', description: 'City.' },
  country: { name: 'country', kind: 'text', description: 'Country.' },
  state: { name: 'state', kind: 'text', description: 'State or region.' },
  postalCode: { name: 'postal_code', kind: 'text', description: 'Postal code.' },
  latitude: { name: 'latitude', kind: 'coordinate', description: 'Decimal degrees.' },
  longitude: { name: 'longitude', kind: 'coordinate', description: 'Decimal degrees.' },
} as const;

type AddressFields = typeof ADDRESS_FIELDS;

export type Address = {
  readonly [Field in keyof AddressFields]: (AddressFields[Field]['kind'] extends 'text' ? string : number) | null;
};

/** The name of an address field over REST and in imports. */
export type AddressFieldName = AddressFields[keyof AddressFields]['name'];

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

/** The part of a tenant that is not in its own row. */
export type TenantParts = Pick<LeaseParts, 'group'>;

export const WHOLE_TENANT: TenantParts = { group: true };
/** A tenant as contract 2.3 has it. */
export const TENANT_ALONE: TenantParts = { group: false };
