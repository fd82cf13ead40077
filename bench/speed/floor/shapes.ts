/** Rows, and the records made from them. */

export interface LeaseRow {
  readonly id: number;
  readonly identifier: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly move_in_date: string | null;
  readonly is_furnished: number | null;
  readonly minimum_days_notice: number | null;
  readonly deposit: number | null;
  readonly rent: number | null;
  readonly unit_id: string | null;
  readonly unit_external_ref: string | null;
  readonly unit_number: string | null;
  readonly building_name: string | null;
  readonly address_line_1: string | null;
  readonly address_line_2: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface TenantRow {
  readonly lease_id: number;
  readonly identifier: string;
  readonly external_ref: string | null;
  readonly email_address: string | null;
  readonly phone_number: string | null;
  readonly active: number;
  readonly group: string;
}

const flag = (value: number | null): boolean | null => (value === null ? null : value === 1);

export const restLease = (row: LeaseRow, tenants: readonly TenantRow[]) => ({
  identifier: row.identifier,
  start_date: row.start_date,
  end_date: row.end_date,
  move_in_date: row.move_in_date,
  tenants: tenants.map((tenant) => ({
    identifier: tenant.identifier,
    external_ref: tenant.external_ref,
    email_address: tenant.email_address,
    phone_number: tenant.phone_number,
    active: tenant.active === 1,
    group: tenant.group,
  })),
  unit_id: row.unit_id,
  unit_external_ref: row.unit_external_ref,
  is_furnished: flag(row.is_furnished),
  minimum_days_notice: row.minimum_days_notice,
  deposit: row.deposit,
  rent: row.rent,
  unit_number: row.unit_number,
  address: {
    building_name: row.building_name,
    address_line_1: row.address_line_1,
    address_line_2: row.address_line_2,
    city: row.city,
    country: row.country,
    state: row.state,
    postal_code: row.postal_code,
    latitude: row.latitude,
    longitude: row.longitude,
  },
});

export const graphqlLease = (row: LeaseRow, tenants: readonly TenantRow[]) => ({
  identifier: row.identifier,
  startDate: row.start_date,
  endDate: row.end_date,
  moveInDate: row.move_in_date,
  isFurnished: flag(row.is_furnished),
  minimumDaysNotice: row.minimum_days_notice,
  deposit: row.deposit,
  rent: row.rent,
  unitId: row.unit_id,
  unitExternalRef: row.unit_external_ref,
  unitNumber: row.unit_number,
  address: row.unit_id === null ? null : graphqlAddress(row),
  tenants: tenants.map((tenant) => ({
    identifier: tenant.identifier,
    externalRef: tenant.external_ref,
    emailAddress: tenant.email_address,
    phoneNumber: tenant.phone_number,
    active: tenant.active === 1,
    group: { identifier: tenant.group },
  })),
});

const graphqlAddress = (row: LeaseRow) => ({
  buildingName: row.building_name,
  addressLine1: row.address_line_1,
  addressLine2: row.address_line_2,
  city: row.city,
  country: row.country,
  state: row.state,
  postalCode: row.postal_code,
  latitude: row.latitude,
  longitude: row.longitude,
});
