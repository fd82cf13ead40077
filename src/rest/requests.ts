/** From a request body to a question, by the field names of contract 4.1 and 4.2. */

import { ServiceError } from '../errors';
import { type AddressNames, readAddress } from '../lookups/address-fields';
import { Fields } from '../lookups/fields';
import { leaseQuestion, tenantQuestion } from '../lookups/questions';
import type { LocalDate } from '../model/local-date';
import { PAGE_LIMIT, type PageRequest } from '../model/page';
import type { LeaseQuestion, TenantQuestion } from '../model/questions';

type Body = Readonly<Record<string, unknown>>;

/** Contract 4.1. @throws {ServiceError} */
export function readTenantQuestion(body: Body, today: LocalDate): TenantQuestion {
  const fields = new Fields(body);
  return tenantQuestion({
    identifier: fields.identification('identifier'),
    externalRef: fields.identification('external_ref'),
    emailAddress: fields.identification('email_address'),
    phoneNumber: fields.identification('phone_number'),
    activeOn: fields.flag('active') === true ? today : undefined,
    groupIdentifier: fields.identification('group_id'),
    groupExternalRef: fields.identification('group_external_ref'),
  });
}

/** Contract 4.2. @throws {ServiceError} */
export function readLeaseQuestion(body: Body): LeaseQuestion {
  const fields = new Fields(body);
  return leaseQuestion({
    identifier: fields.text('identifier'),
    minMoveInDate: fields.date('min_move_in_date'),
    maxMoveInDate: fields.date('max_move_in_date'),
    groupIdentifier: fields.identification('group_id'),
    groupExternalRef: fields.identification('group_external_ref'),
    address: readAddress(fields, ADDRESS_NAMES),
  });
}

const ADDRESS_NAMES: AddressNames = {
  buildingName: 'building_name',
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  city: 'city',
  country: 'country',
  state: 'state',
  postalCode: 'postal_code',
  latitude: 'latitude',
  longitude: 'longitude',
};

/**
 * The page that `after-id` asks for (decisions 1 and 2); null when it is the -1 that says there are no more.
 * @throws {ServiceError} `invalid_cursor`
 */
export function readPageRequest(body: Body): PageRequest | null {
  const value = Object.hasOwn(body, 'after-id') ? (body['after-id'] ?? '1') : '1';
  const text = typeof value === 'number' ? String(value) : value;
  if (text === '-1') return null;
  if (typeof text !== 'string' || !/^\d{1,19}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new ServiceError('invalidCursor');
  }
  const id = Number(text);
  // The default "1" means from the very beginning: it must not hide a row whose id is 1.
  return { limit: PAGE_LIMIT, direction: 'forward', after: id === 1 ? 0 : id };
}
