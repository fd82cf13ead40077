/** The two lookups of the small server. */

import { isObject, type Json, type JsonObject } from '../../cutover/contract/answers';
import type { Deviation } from './deviations';
import type { Habits } from './habits';
import { GROUPS, type Lease, type Tenant, type World } from './small-world';

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
  ) {
    super(type);
  }
}

export interface Serving {
  readonly world: World;
  /** The day of the server. */
  readonly today: string;
  /** Groups of the caller. */
  readonly groups: readonly string[];
  readonly habits: Habits;
  deviates(name: Deviation): boolean;
}

const FIELDS = {
  leases: [
    'identifier',
    'external_ref',
    'email_address',
    'phone_number',
    'active',
    'group_id',
    'group_external_ref',
    'after-id',
  ],
  tenants: [
    'identifier',
    'min_move_in_date',
    'max_move_in_date',
    'group_id',
    'group_external_ref',
    'address',
    'after-id',
  ],
};

export function answerOf(lookup: 'leases' | 'tenants', body: JsonObject, serving: Serving): JsonObject {
  const { habits, deviates } = serving;
  const unknown = Object.keys(body).filter((field) => !FIELDS[lookup].includes(field));
  if (habits.refusesUnknownFields && unknown.length > 0) throw new Refusal(422, 'unknown_field');
  const allowed = deviates(lookup === 'leases' ? 'both-groups-for-tenant' : 'both-groups-for-leases');
  if (isGiven(body.group_id) && isGiven(body.group_external_ref) && !allowed)
    throw new Refusal(400, 'both_group_identifiers_provided');
  if (
    habits.refusesForm !== undefined &&
    Object.values(body).some((value) => typeof value === 'string' && value.startsWith('no-such-'))
  )
    throw new Refusal(habits.refusesForm, 'bad_form');
  return lookup === 'leases' ? findLeases(body, serving) : findTenants(body, serving);
}

const isGiven = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';
const groupOf = ({ group_id, group_external_ref }: JsonObject): string | undefined =>
  isGiven(group_id)
    ? group_id
    : isGiven(group_external_ref)
      ? (GROUPS.find(({ ref }) => ref === group_external_ref)?.id ?? 'no-such-group')
      : undefined;

const MATCHES = {
  identifier: (tenant: Tenant, value: string) => tenant.record.identifier === value,
  email_address: (tenant: Tenant, value: string) => tenant.record.email_address?.toLowerCase() === value.toLowerCase(),
  phone_number: (tenant: Tenant, value: string) => tenant.record.phone_number === value,
  external_ref: (tenant: Tenant, value: string) => tenant.record.external_ref === value,
};

function findLeases(body: JsonObject, serving: Serving): JsonObject {
  const { world, groups, habits, deviates } = serving;
  const group = groupOf(body);
  const given = (Object.keys(MATCHES) as (keyof typeof MATCHES)[]).filter((field) => isGiven(body[field]));
  if (given.includes('external_ref') && group === undefined && !deviates('reference-without-group'))
    throw new Refusal(
      400,
      deviates('reference-without-group-other-type') ? 'group_missing' : 'both_group_identifiers_provided',
    );
  const anybody = deviates('nobody-is-everybody') || (deviates('group-identifies') && group !== undefined);
  if (given.length === 0 && !anybody) throw new Refusal(400, 'no_tenant_information');
  const isIn = (tenant: Tenant) => group === undefined || tenant.group === group || deviates('reference-in-any-group');
  const matches = (tenant: Tenant) => {
    const fits = given.map((field) => MATCHES[field](tenant, body[field] as string));
    return habits.anyIdentification && fits.length > 0 ? fits.includes(true) : !fits.includes(false);
  };
  const shownAnyway =
    (given.includes('identifier') && deviates('hidden-by-identifier')) ||
    (given.includes('email_address') && deviates('hidden-by-email'));
  let found = world.tenants.filter(
    (tenant) => (groups.includes(tenant.group) || shownAnyway) && isIn(tenant) && matches(tenant),
  );
  if (deviates('email-finds-nothing') && given.includes('email_address')) found = [];
  if (deviates('phone-finds-others') && given.includes('phone_number')) found = world.tenants.slice(7, 8);
  if (found.length === 0 && deviates('unknown-tenant-404')) throw new Refusal(404, 'not_found');
  if (found.length === 0 && deviates('unknown-tenant-null')) return { leases: null, last_id: -1 };
  const wanted = body.active === true || (deviates('active-by-default') && body.active === undefined);
  const leases = world.leases.filter((lease) => lease.tenants.some((tenant) => found.includes(tenant)));
  const kept = wanted && !deviates('active-ignored') ? leases.filter((lease) => isActive(lease, serving)) : leases;
  return page('leases', kept, body, serving, (lease) => leaseRecord(lease, serving));
}

function isActive({ record: { start_date, end_date } }: Lease, { habits, today, deviates }: Serving): boolean {
  const starts = deviates('start-today-is-active') ? today >= String(start_date) : start_date < today;
  const started = typeof start_date === 'string' && starts;
  const lasts = (end: string): boolean => end > today || (deviates('end-today-is-active') && end === today);
  const ends = typeof end_date === 'string' ? lasts(end_date) : habits.openEndIsActive;
  return (started || deviates('active-ignores-start')) && (ends || deviates('active-ignores-end'));
}

function findTenants(body: JsonObject, serving: Serving): JsonObject {
  const { world, groups, habits, deviates } = serving;
  const ignores =
    (deviates('group-ignored') && isGiven(body.group_id)) ||
    (deviates('group-reference-ignored') && isGiven(body.group_external_ref));
  const group = ignores ? undefined : groupOf(body);
  const { identifier, min_move_in_date: min, max_move_in_date: max } = body;
  if (deviates('dates-refused') && (isGiven(min) || isGiven(max))) throw new Refusal(400, 'bad_date');
  const shownAnyway =
    (isGiven(identifier) && deviates('hidden-by-lease')) || (group !== undefined && deviates('hidden-by-group'));
  const first =
    deviates('first-group-only') && group === undefined && !isGiven(identifier) ? groups.slice(0, 1) : groups;
  const leases = world.leases.filter(
    (lease) =>
      (first.includes(lease.group) || shownAnyway) &&
      (group === undefined || lease.group === group) &&
      (!isGiven(identifier) || lease.record.identifier === identifier || deviates('lease-ignored')) &&
      isInRange(
        lease,
        deviates('min-date-ignored') ? undefined : min,
        deviates('max-date-ignored') ? undefined : max,
        habits,
      ) &&
      hasAddress(lease, body.address, serving),
  );
  const all = leases.flatMap(({ tenants }) =>
    deviates('lease-gives-one-tenant') && isGiven(identifier) ? tenants.slice(0, 1) : tenants,
  );
  const unlisted = deviates('one-tenant-unlisted') && !isGiven(identifier) ? world.tenants[1] : undefined;
  const inOrder = habits.repeatsTenants ? all : world.tenants.filter((each) => all.includes(each) && each !== unlisted);
  const answer = page('tenants', inOrder, body, serving, ({ record: { active: _active, ...record } }) => record);
  const isEmpty = Array.isArray(answer.tenants) && answer.tenants.length === 0;
  if (isEmpty && !deviates('no-tenants-empty') && !(deviates('never-minus-one') && all.length > 0))
    throw new Refusal(404, deviates('not-found-other-type') ? 'nothing' : 'not_found');
  return answer;
}

function isInRange(
  { record }: Lease,
  min: Json | undefined,
  max: Json | undefined,
  { boundsIncluded }: Habits,
): boolean {
  const day = record.move_in_date;
  if (!isGiven(min) && !isGiven(max)) return true;
  if (typeof day !== 'string') return false;
  const after = !isGiven(min) || (boundsIncluded ? day >= min : day > min);
  return after && (!isGiven(max) || (boundsIncluded ? day <= max : day < max));
}

function hasAddress({ record }: Lease, wanted: Json | undefined, { habits, deviates }: Serving): boolean {
  if (!isObject(wanted)) return true;
  if (deviates('overloaded-by-address')) throw new Refusal(503, 'overloaded');
  const address: JsonObject = record.address;
  const names = Object.keys(wanted);
  if (
    names.some(
      (name) => !name.startsWith(habits.addressPrefix) || !(name.slice(habits.addressPrefix.length) in address),
    )
  )
    throw new Refusal(422, 'unknown_address_field');
  const fits = names.map((name) => address[name.slice(habits.addressPrefix.length)] === wanted[name]);
  return deviates('address-broadens') ? fits.includes(true) : !fits.includes(false);
}

/** The cursor is the position of the last record. */
function page<Item>(
  name: 'leases' | 'tenants',
  all: readonly Item[],
  body: JsonObject,
  serving: Serving,
  show: (item: Item) => JsonObject,
): JsonObject {
  const { habits, deviates } = serving;
  const { 'after-id': cursor } = body;
  const given = deviates('integer-cursor-ignored') && typeof cursor === 'number' ? undefined : cursor;
  if (given !== undefined && !/^-?\d+$/.test(JSON.stringify(given).replaceAll('"', '')))
    throw new Refusal(400, 'bad_cursor');
  if (deviates('text-cursor-refused') && typeof given === 'string') throw new Refusal(400, 'bad_cursor');
  if (deviates('further-page-fails') && Number(given) > 1) throw new Refusal(500, 'failed');
  const isFirst = given === undefined || given === '1' || deviates('cursor-ignored');
  const first = given === '1' && deviates('other-default-cursor') ? 1 : 0;
  const start = isFirst ? first : given === '-1' ? all.length : Number(given) - 1;
  const size = deviates('page-of-150') ? 150 : habits.pageSize;
  const from = Math.max(
    0,
    start + (deviates('cursor-skips') && start > 0 ? 1 : 0) - (deviates('cursor-included') && start > 0 ? 1 : 0),
  );
  const records = all.slice(from, from + size);
  const end = from + records.length;
  const isLast = habits.looksNoFurther ? records.length < size : end >= all.length;
  const ended = (isLast && !deviates('never-minus-one')) || deviates('minus-one-early');
  const lastId = ended ? -1 : end + 1;
  const shown = deviates('last-id-text') ? String(lastId) : lastId;
  return { [name]: records.map(show), ...(habits.omitsLastId && ended && start === 0 ? {} : { last_id: shown }) };
}

function leaseRecord({ record, tenants, group }: Lease, { habits, deviates }: Serving): JsonObject {
  const shownGroup = habits.groupIsReference ? (GROUPS.find(({ id }) => id === group)?.ref ?? null) : group;
  const inside = tenants.map(({ record: { first_name: _first, last_name: _last, active, ...tenant } }): JsonObject => ({
    ...tenant,
    active: deviates('wrong-types') ? String(active) : active,
    group: shownGroup,
    colour: 'blue',
  }));
  return {
    ...record,
    kind: 'residential',
    ...(deviates('dates-with-time') && { start_date: '2020-01-01T00:00:00Z' }),
    ...(deviates('wrong-types') && {
      deposit: '1200.50',
      is_furnished: record.is_furnished ? 1 : 0,
      minimum_days_notice: 30.5,
      unit_id: 17,
      address: { ...record.address, latitude: '53.8' },
    }),
    tenants: deviates('tenants-as-object')
      ? Object.fromEntries(inside.map((each) => [tenants[0]!.record.identifier, each]))
      : [
          ...(deviates('lease-names-nobody') ? [] : inside),
          ...(deviates('lease-names-a-stranger') && record.identifier === 'north-l8' ? [{ identifier: 'nobody' }] : []),
        ],
  };
}
