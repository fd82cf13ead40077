/** Reads criteria and a page from a request body, by the field names of contract 4.1 and 4.2. */

import { ServiceError } from '../errors';
import { type LeaseFields, type TenantFields, leaseCriteria, tenantCriteria } from '../lookups/criteria';
import { type Field, address, date, fields, flag, identification, text } from '../lookups/fields';
import type { LookupRequest } from '../lookups/lookups';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import { PAGE_LIMIT, type PageRequest } from '../model/page';
import { ADDRESS_FIELDS } from '../model/records';

/** Bytes of a request body. */
export const BODY_LIMIT = 64 * 1024;

/** Every criterion is read, so that none is accepted and then ignored. */
type FieldsOf<Names extends string> = Readonly<Record<Names, Field<unknown>>>;

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
  identifier: identification('identifier'),
  externalRef: identification('external_ref'),
  emailAddress: identification('email_address'),
  phoneNumber: identification('phone_number'),
  active: flag('active'),
  ...GROUP,
  afterId: AFTER_ID,
} satisfies FieldsOf<Exclude<keyof TenantFields, 'activeOn'> | 'active' | 'afterId'>);

/** @throws {ServiceError} */
export function readFindForTenant(body: object, today: LocalDate): LookupRequest<TenantCriteria> {
  const { active, afterId, ...given } = FIND_FOR_TENANT.read(body);
  const criteria = tenantCriteria({ ...given, activeOn: active === true ? today : undefined });
  return { criteria, page: readPageRequest(afterId) };
}

/** Contract 4.2. */
export const TENANTS = fields({
  identifier: text('identifier'),
  minMoveInDate: date('min_move_in_date'),
  maxMoveInDate: date('max_move_in_date'),
  ...GROUP,
  address: address('address', (field) => ADDRESS_FIELDS[field].name),
  afterId: AFTER_ID,
} satisfies FieldsOf<keyof LeaseFields | 'afterId'>);

/** @throws {ServiceError} */
export function readTenants(body: object): LookupRequest<LeaseCriteria> {
  const { afterId, ...given } = TENANTS.read(body);
  return { criteria: leaseCriteria(given), page: readPageRequest(afterId) };
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
