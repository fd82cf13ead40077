/** The one place where a row becomes a record. */

import type { Selectable } from 'kysely';

import type { RowId } from '../model/page';
import type { Group, Lease, Tenant } from '../model/records';
import type { Tables } from './tables';

export const GROUP_COLUMNS = [
  'g.id as group_row_id',
  'g.identifier as group_identifier',
  'g.external_ref as group_external_ref',
] as const;

export const TENANT_COLUMNS = [
  't.id',
  't.identifier',
  't.external_ref',
  't.email_address',
  't.phone_number',
  't.first_name',
  't.last_name',
  't.active',
  ...GROUP_COLUMNS,
] as const;

export const LEASE_COLUMNS = [
  'l.id',
  'l.identifier',
  'l.start_date',
  'l.end_date',
  'l.move_in_date',
  'l.is_furnished',
  'l.minimum_days_notice',
  'l.deposit',
  'l.rent',
  'u.identifier as unit_identifier',
  'u.external_ref as unit_external_ref',
  'u.unit_number',
  'u.building_name',
  'u.address_line_1',
  'u.address_line_2',
  'u.city',
  'u.country',
  'u.state',
  'u.postal_code',
  'u.latitude',
  'u.longitude',
  't.id as tenant_id',
  't.identifier as tenant_identifier',
  't.external_ref as tenant_external_ref',
  't.email_address as tenant_email_address',
  't.phone_number as tenant_phone_number',
  't.first_name as tenant_first_name',
  't.last_name as tenant_last_name',
  't.active as tenant_active',
  ...GROUP_COLUMNS,
] as const;

export interface GroupRow {
  group_row_id: RowId;
  group_identifier: string;
  group_external_ref: string | null;
}

/** Columns that the database derives to find a lease by. */
type FoundBy = 'move_in_day' | 'move_in_month' | 'move_in_year' | 'start_month' | 'end_month';

/** The columns of a table that a record shows. */
type Shown<Table extends keyof Tables> = Omit<Selectable<Tables[Table]>, 'group_id' | `${string}_key` | FoundBy>;

export type TenantRow = GroupRow & Shown<'tenants'>;

/** A lease with one of its tenants, whose columns are null where it has none. */
export type LeaseRow = GroupRow &
  Omit<Shown<'leases'>, 'unit_id'> &
  Omit<Shown<'units'>, 'id' | 'identifier' | 'external_ref'> & {
    unit_identifier: string | null;
    unit_external_ref: string | null;
  } & { readonly [Column in keyof Shown<'tenants'> as `tenant_${Column}`]: Shown<'tenants'>[Column] | null };

/** The driver gives an integer that a number cannot hold as text; such an id must never reach a page (decision 6). */
function rowId(id: RowId): RowId {
  if (!Number.isSafeInteger(id)) throw new Error('A paging id is above 2^53 - 1.');
  return id;
}

export function toGroup(row: GroupRow): Group {
  return { rowId: rowId(row.group_row_id), identifier: row.group_identifier, externalRef: row.group_external_ref };
}

export function toTenant(row: TenantRow): Tenant {
  return {
    rowId: rowId(row.id),
    identifier: row.identifier,
    group: toGroup(row),
    externalRef: row.external_ref,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    firstName: row.first_name,
    lastName: row.last_name,
    active: row.active !== 0,
  };
}

/** @param rows of one lease, one for each of its tenants */
export function toLease(rows: readonly LeaseRow[]): Lease {
  const row = rows[0]!;
  const group = toGroup(row);
  return {
    rowId: rowId(row.id),
    identifier: row.identifier,
    group,
    startDate: row.start_date,
    endDate: row.end_date,
    moveInDate: row.move_in_date,
    isFurnished: row.is_furnished === null ? null : row.is_furnished !== 0,
    minimumDaysNotice: row.minimum_days_notice,
    deposit: row.deposit,
    rent: row.rent,
    unitId: row.unit_identifier,
    unitExternalRef: row.unit_external_ref,
    unitNumber: row.unit_number,
    address: {
      buildingName: row.building_name,
      addressLine1: row.address_line_1,
      addressLine2: row.address_line_2,
      city: row.city,
      country: row.country,
      state: row.state,
      postalCode: row.postal_code,
      latitude: row.latitude,
      longitude: row.longitude,
    },
    tenants: rows.flatMap((one) => toTenantOfLease(one, group)),
  };
}

/** A lease and its tenants are of one group (decision 18). */
function toTenantOfLease(row: LeaseRow, group: Group): Tenant[] {
  if (row.tenant_id === null) return [];
  return [
    {
      rowId: rowId(row.tenant_id),
      identifier: row.tenant_identifier!,
      group,
      externalRef: row.tenant_external_ref,
      emailAddress: row.tenant_email_address,
      phoneNumber: row.tenant_phone_number,
      firstName: row.tenant_first_name,
      lastName: row.tenant_last_name,
      active: row.tenant_active !== 0,
    },
  ];
}
