/**
 * The names and shapes on the wire: criteria and a page from the body of a request (contract 4.1 and 4.2), and records in the format of
 * contract section 2, where every field is present and an unknown value is null (decision 15).
 */

import { ServiceError } from '../errors';
import {
  address,
  type Field,
  fields,
  filterFields,
  flag,
  identification,
  leaseCriteria,
  tenantCriteria,
} from '../lookups/criteria';
import type { LookupRequest } from '../lookups/lookups';
import { type Filter, LEASE_FILTERS, type LeaseCriteria, TENANT_FILTERS, type TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import { type Page, PAGE_LIMIT, type PageRequest } from '../model/page';
import type { Address, AddressFieldName, Lease, Tenant } from '../model/records';

/** Bytes of a request body. */
export const BODY_LIMIT = 64 * 1024;

const nameOf = ({ name }: Filter): string => name;

/** It is checked after the rules that span fields (decision 9), by {@link readPageRequest}. */
const AFTER_ID: Field<unknown> = {
  name: 'after-id',
  read: (value) => value,
};

const GROUP = {
  groupIdentifier: identification('group_id'),
  groupExternalRef: identification('group_external_ref'),
};

/** Contract 4.1. */
export const FIND_FOR_TENANT = fields({
  ...filterFields(TENANT_FILTERS, nameOf),
  active: flag('active'),
  ...GROUP,
  afterId: AFTER_ID,
});

/** @throws {ServiceError} */
export function readFindForTenant(body: object, today: () => LocalDate): LookupRequest<TenantCriteria> {
  const { active, afterId, ...filters } = FIND_FOR_TENANT.read(body);
  const activeOn = active === true ? today() : undefined;
  const criteria = tenantCriteria({ ...filters, activeOn }, 'externalRefWithoutGroup');
  return { criteria, page: readPageRequest(afterId) };
}

/** Contract 4.2. */
export const TENANTS = fields({
  ...filterFields(LEASE_FILTERS, nameOf),
  ...GROUP,
  address: address(nameOf),
  afterId: AFTER_ID,
});

/** @throws {ServiceError} */
export function readTenants(body: object): LookupRequest<LeaseCriteria> {
  const { afterId, ...filters } = TENANTS.read(body);
  return { criteria: leaseCriteria(filters), page: readPageRequest(afterId) };
}

/**
 * The page that `after-id` requests (decisions 1 and 2). Null for -1, which an earlier answer gave because nothing follows.
 * @throws {ServiceError} `invalid_cursor`
 */
function readPageRequest(afterId: unknown = '1'): PageRequest | null {
  const text = typeof afterId === 'number' ? String(afterId) : afterId;
  if (text === '-1') return null;
  if (typeof text !== 'string' || !/^\d{1,19}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new ServiceError('invalidCursor');
  }
  const id = Number(text);
  // The default "1" means the very beginning: it must not hide a row whose id is 1.
  return { limit: PAGE_LIMIT, direction: 'forward', after: id === 1 ? 0 : id };
}

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
