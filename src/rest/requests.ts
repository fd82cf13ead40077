/** Reads criteria and a page from a request body, by the field names of contract 4.1 and 4.2. */

import { ServiceError } from '../errors';
import { leaseCriteria, tenantCriteria } from '../lookups/criteria';
import { address, type Field, fields, filterFields, flag, identification } from '../lookups/fields';
import type { LookupRequest } from '../lookups/lookups';
import { type Filter, LEASE_FILTERS, type LeaseCriteria, TENANT_FILTERS, type TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import { PAGE_LIMIT, type PageRequest } from '../model/page';

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
export function readFindForTenant(body: object, today: LocalDate): LookupRequest<TenantCriteria> {
  const { active, afterId, ...given } = FIND_FOR_TENANT.read(body);
  const activeOn = active === true ? today : undefined;
  const criteria = tenantCriteria({ ...given, activeOn }, 'externalRefWithoutGroup');
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
