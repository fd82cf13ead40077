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
  schema: {
    type: ['string', 'integer', 'null'],
    pattern: '^(-1|[0-9]{1,19})$',
    minimum: -1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: '1',
    description:
      'Paging cursor: the `last_id` of the previous answer, as text or as a number. 1 is the beginning. -1, the `last_id` of the last page, returns no records.',
  },
  read: (value) => value,
};

const GROUP = {
  groupIdentifier: identification(
    'group_id',
    'Only this group, by its identifier. Not together with `group_external_ref`.',
  ),
  groupExternalRef: identification(
    'group_external_ref',
    'Only this group, by its external reference. Not together with `group_id`.',
  ),
};

/** Contract 4.1. */
export const FIND_FOR_TENANT = fields({
  identifier: identification('identifier', 'The internal tenant identifier.'),
  externalRef: identification(
    'external_ref',
    'The external tenant identifier. It needs `group_id` or `group_external_ref` as well.',
  ),
  emailAddress: identification(
    'email_address',
    'The tenant’s e-mail address; letter case and surrounding spaces are ignored.',
  ),
  phoneNumber: identification(
    'phone_number',
    'The tenant’s phone number; white space, hyphens, `.` `/` `(` `)` `[` `]` and invisible characters are ignored, and `00` is `+`.',
  ),
  active: flag('active', 'When true, only leases that are active today: started before it and ending after it.'),
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
  identifier: text('identifier', 'The identifier of the lease.'),
  minMoveInDate: date('min_move_in_date', 'The first day of a range of move-in dates, itself included.'),
  maxMoveInDate: date('max_move_in_date', 'The last day of a range of move-in dates, itself included.'),
  ...GROUP,
  address: address(
    'address',
    (field) => ADDRESS_FIELDS[field].name,
    'The known parts of the address. All of them must match. Any other key is refused.',
  ),
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
