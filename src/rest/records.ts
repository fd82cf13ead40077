/** Writes records in the format of contract section 2. Every field is present, and unknown values are null (decision 15). */

import type { Page } from '../model/page';
import type { Address, AddressFieldName, Lease, Tenant } from '../model/records';

/** The part of a page that REST returns. */
type FoundPage<Record> = Pick<Page<Record>, 'records' | 'hasMore'>;

/** Contract 2.1. */
export function toWireLease(lease: Lease) {
  const { unit } = lease;
  return {
    identifier: lease.identifier,
    start_date: lease.startDate,
    end_date: lease.endDate,
    move_in_date: lease.moveInDate,
    tenants: lease.tenants.map(toWireTenantInLease),
    unit_id: unit.identifier,
    unit_external_ref: unit.externalRef,
    is_furnished: lease.isFurnished,
    minimum_days_notice: lease.minimumDaysNotice,
    deposit: lease.deposit,
    rent: lease.rent,
    unit_number: unit.number,
    address: toWireAddress(unit.address),
  };
}

/** Contract 2.2. */
function toWireTenantInLease(tenant: Tenant) {
  return {
    identifier: tenant.identifier,
    external_ref: tenant.externalRef,
    email_address: tenant.emailAddress,
    phone_number: tenant.phoneNumber,
    active: tenant.active,
    group: tenant.group.identifier,
  };
}

/** Contract 2.3. */
export function toWireTenant(tenant: Tenant) {
  return {
    identifier: tenant.identifier,
    email_address: tenant.emailAddress,
    first_name: tenant.firstName,
    last_name: tenant.lastName,
    external_ref: tenant.externalRef,
    phone_number: tenant.phoneNumber,
  };
}

/** Contract 2.4. */
function toWireAddress(address: Address) {
  return {
    building_name: address.buildingName,
    address_line_1: address.addressLine1,
    address_line_2: address.addressLine2,
    city: address.city,
    country: address.country,
    state: address.state,
    postal_code: address.postalCode,
    latitude: address.latitude,
    longitude: address.longitude,
  } satisfies Record<AddressFieldName, unknown>;
}

/** The paging id of the page's last record, -1 when no further visible record follows (contract section 8, decision 3). */
export function lastId({ records, hasMore }: FoundPage<Lease | Tenant>): number {
  return hasMore ? (records.at(-1)?.rowId ?? -1) : -1;
}
