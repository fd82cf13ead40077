/** The arguments of the schema, and how they become what the lookups take. */

import type { GraphQLScalarType } from 'graphql';
import { ArgsType, type ClassType, Extensions, Field, Float, InputType, Int } from 'type-graphql';

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
import { LEASES_PER_TENANT, PAGE_LIMIT, type PageRequest } from '../model/page';
import { ADDRESS_FIELDS } from '../model/records';
import { LocalDateScalar } from '../schema/local-date';
import { type Kind, decodeCursor, decodeNodeId } from '../schema/opaque-ids';

const SCALARS = { identification: String, text: String, date: LocalDateScalar, coordinate: Float };

const addField = (
  input: ClassType,
  name: string,
  type: ClassType | GraphQLScalarType | StringConstructor,
  description: string,
): void => Field(() => type, { nullable: true, description })(input.prototype, name);

function addFilters(input: ClassType, filters: Readonly<Record<string, Filter>>): void {
  for (const [name, { kind, description }] of Object.entries(filters))
    addField(input, name, SCALARS[kind], description);
}

@Extensions({ oneOf: true })
@InputType('GroupRef', { description: 'A group, by its identifier or by its identifier in another system.' })
class GroupRefInput {}
addField(GroupRefInput, 'identifier', String, 'The group identifier.');
addField(GroupRefInput, 'externalRef', String, 'Identifier of the group in another system.');

@InputType('TenantMatch', {
  description:
    'Identifies tenants: by `identifier`, `externalRef` together with `group`, `emailAddress` or `phoneNumber`. All that are given must match.',
})
export class TenantMatchInput {}
addFilters(TenantMatchInput, TENANT_FILTERS);
addField(TenantMatchInput, 'group', GroupRefInput, 'The group that the tenant belongs to.');

const MATCHING = {
  text: 'It must match as a whole; letter case and accents are ignored.',
  coordinate: 'Decimal degrees; matches within 0.0001.',
};

@InputType('AddressMatch', {
  description: 'Fields of an address, each with its whole value. All that are given must match.',
})
class AddressMatchInput {}
for (const [name, { kind }] of Object.entries(ADDRESS_FIELDS))
  addField(AddressMatchInput, name, SCALARS[kind], MATCHING[kind]);

@InputType('LeaseMatch', { description: 'Selects leases. A lease must match all that is given.' })
export class LeaseMatchInput {}
addFilters(LeaseMatchInput, LEASE_FILTERS);
addField(LeaseMatchInput, 'group', GroupRefInput, 'The group that the lease and its tenants belong to.');
addField(LeaseMatchInput, 'address', AddressMatchInput, 'The address of the lease’s unit.');

/** Limits leases by their dates. */
@ArgsType()
export class ActiveArgs {
  @Field(() => Boolean, { defaultValue: false, description: 'Only leases that are active today.' })
  readonly active!: boolean;

  @Field(() => LocalDateScalar, {
    nullable: true,
    description:
      'Only leases that are active on this day: they start before it and end after it. Never together with `active: true`.',
  })
  readonly activeOn?: string | null;
}

/** The four arguments of a Relay connection. */
export type PageArguments = Readonly<
  Partial<Record<'first' | 'last', number | null> & Record<'after' | 'before', string | null>>
>;

export function PageArgs(defaultSize: number): ClassType<PageArguments> {
  @ArgsType()
  class Arguments {}
  const first = `The first records, 0 to ${PAGE_LIMIT} of them. Without \`first\` and \`last\` it is ${defaultSize}. Never give both.`;
  addField(Arguments, 'first', Int, first);
  addField(Arguments, 'after', String, 'Only records after this cursor.');
  addField(Arguments, 'last', Int, `The last records, 0 to ${PAGE_LIMIT} of them.`);
  addField(Arguments, 'before', String, 'Only records before this cursor.');
  return Arguments;
}

const keyOf = (_filter: Filter, key: string): string => key;

const GROUP = object('group', {
  groupIdentifier: identification('identifier'),
  groupExternalRef: identification('externalRef'),
});

const TENANT_MATCH = fields({ ...filterFields(TENANT_FILTERS, keyOf), group: GROUP });

const LEASE_MATCH = fields({ ...filterFields(LEASE_FILTERS, keyOf), address: address(keyOf), group: GROUP });

type Asked<Args> = Args & { readonly args: PageArguments };

// Each of these may throw a {@link ServiceError}.

export const readLeasesForTenant = (
  { tenant, activity, args }: Asked<{ readonly tenant: TenantMatchInput; readonly activity: ActiveArgs }>,
  today: () => LocalDate,
) => ({ criteria: readTenantMatch(tenant, readActive(activity, today)), page: readPage('lease', args) });

export const readTenantsByLease = ({ lease, args }: Asked<{ readonly lease: LeaseMatchInput | null | undefined }>) => ({
  criteria: readLeaseMatch(lease),
  page: readPage('tenant', args),
});

export const readLeasesOfTenant = (
  { activity, args }: Asked<{ readonly activity: ActiveArgs }>,
  today: () => LocalDate,
) => ({ criteria: { activeOn: readActive(activity, today) }, page: readPage('lease', args, LEASES_PER_TENANT) });

export const readGroups = (args: PageArguments) => ({ page: readPage('group', args) });

export function readIds(ids: readonly string[]) {
  if (ids.length > PAGE_LIMIT) refuse(`\`ids\` must hold at most ${PAGE_LIMIT} ids.`);
  return { ids: ids.map(decodeNodeId) };
}

function readTenantMatch(tenant: TenantMatchInput, activeOn: LocalDate | undefined): TenantCriteria {
  const { group, ...given } = TENANT_MATCH.read(tenant, 'tenant.');
  return tenantCriteria({ ...given, ...group, activeOn }, 'missingGroup');
}

function readLeaseMatch(lease: LeaseMatchInput | null | undefined): LeaseCriteria {
  const { group, ...given } = LEASE_MATCH.read(lease ?? {}, 'lease.');
  return leaseCriteria({ ...given, ...group });
}

/** The day on which the leases must be active; `active` means today. @throws {ServiceError} `invalid_request` for both (decision 13) */
function readActive({ active, activeOn }: ActiveArgs, today: () => LocalDate): LocalDate | undefined {
  if (active && typeof activeOn === 'string') refuse('`active` and `activeOn` must not be given together.');
  return activeOn ?? (active ? today() : undefined);
}

/** @throws {ServiceError} `invalid_request` for sizes, `invalid_cursor` for cursors of another kind */
function readPage(kind: Kind, args: PageArguments, defaultSize = PAGE_LIMIT): PageRequest {
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
