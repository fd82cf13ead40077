/** Turns GraphQL arguments into what the lookups take. */

import { ServiceError } from '../errors';
import {
  address,
  fields,
  filterFields,
  identification,
  leaseCriteria,
  object,
  tenantCriteria,
} from '../lookups/criteria';
import { type Filter, LEASE_FILTERS, type LeaseCriteria, TENANT_FILTERS, type TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import { PAGE_LIMIT, type PageRequest } from '../model/page';
import type { ActiveArgs, LeaseMatchInput, PageArguments, TenantMatchInput } from '../schema/inputs';
import { type Kind, decodeCursor } from '../schema/opaque-ids';

const keyOf = (_filter: Filter, key: string): string => key;

const GROUP = object('group', {
  groupIdentifier: identification('identifier'),
  groupExternalRef: identification('externalRef'),
});

const TENANT_MATCH = fields({ ...filterFields(TENANT_FILTERS, keyOf), group: GROUP });

const LEASE_MATCH = fields({ ...filterFields(LEASE_FILTERS, keyOf), address: address(keyOf), group: GROUP });

/** @throws {ServiceError} */
export function readTenantMatch(tenant: TenantMatchInput, activeOn: LocalDate | undefined): TenantCriteria {
  const { group, ...given } = TENANT_MATCH.read(tenant, 'tenant.');
  return tenantCriteria({ ...given, ...group, activeOn }, 'missingGroup');
}

/** @throws {ServiceError} */
export function readLeaseMatch(lease: LeaseMatchInput | null | undefined): LeaseCriteria {
  const { group, ...given } = LEASE_MATCH.read(lease ?? {}, 'lease.');
  return leaseCriteria({ ...given, ...group });
}

/** The day on which the leases must be active; `active` means today. @throws {ServiceError} `invalid_request` for both (decision 13) */
export function readActive({ active, activeOn }: ActiveArgs, today: () => LocalDate): LocalDate | undefined {
  if (active && typeof activeOn === 'string') refuse('`active` and `activeOn` must not be given together.');
  return activeOn ?? (active ? today() : undefined);
}

/** @throws {ServiceError} `invalid_request` for sizes, `invalid_cursor` for cursors of another kind */
export function readPage(kind: Kind, args: PageArguments, defaultSize = PAGE_LIMIT): PageRequest {
  const first = args.first ?? undefined;
  const last = args.last ?? undefined;
  if (first !== undefined && last !== undefined) refuse('`first` and `last` must not be given together.');
  for (const [name, size] of Object.entries({ first, last })) {
    if (size !== undefined && !(size >= 0 && size <= PAGE_LIMIT))
      refuse(`\`${name}\` must be from 0 to ${PAGE_LIMIT}.`);
  }
  const after = args.after ?? undefined;
  const before = args.before ?? undefined;
  return {
    direction: last === undefined ? 'forward' : 'backward',
    limit: last ?? first ?? defaultSize,
    after: after === undefined ? undefined : decodeCursor(kind, after),
    before: before === undefined ? undefined : decodeCursor(kind, before),
  };
}

function refuse(message: string): never {
  throw new ServiceError('invalidRequest', { message });
}
