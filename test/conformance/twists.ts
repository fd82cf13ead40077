/** What the oracle server may do otherwise: habits that keep the contract, and breaches of it. */

import { addDays } from '../../cutover/conformance/shape';
import type { Json, JsonObject } from '../../cutover/contract/answers';
import { isLocalDate } from '../../src/model/local-date';
import { type Ask, GROUPS, type Manner, refusal, type Reply, TOKENS, type Twist } from './oracle-server';

/** Reads another request than the one that was sent. */
const reads =
  (change: (ask: Ask) => Ask): Twist =>
  (ask, next) =>
    next(change(ask));

const replies =
  (change: (reply: Reply, ask: Ask) => Reply): Twist =>
  (ask, next) =>
    change(next(ask), ask);

/** Shows each record of a lookup in another way. */
const shows = (lookup: string, change: (record: Json) => Json): Twist =>
  replies((reply, ask) => (ask.lookup === lookup ? { ...reply, records: reply.records.map(change) } : reply));

const withBody = (ask: Ask, more: Ask['body']): Ask => ({ ...ask, body: { ...ask.body, ...more } });
const ofAll = (ask: Ask): Ask => ({ ...ask, authorization: `bearer ${TOKENS.main}` });
const isOther = ({ authorization }: Ask): boolean => authorization === `bearer ${TOKENS.other}`;
const cursorOf = ({ body }: Ask): number => Number(body['after-id'] ?? 1);
const isEmpty = ({ error, records }: Reply): boolean => error === undefined && records.length === 0;

const NO_GROUP = { group_id: undefined, group_external_ref: undefined };
const hasGroup = ({ body }: Ask): boolean => Boolean(body.group_id ?? body.group_external_ref);
const hasBoth = ({ body }: Ask): boolean => Boolean(body.group_id && body.group_external_ref);

/** Another rule for active leases. */
const active =
  (isActive: (today: string, start: string, end: string | null) => boolean): Twist =>
  (ask, next, today) => {
    if (ask.body.active !== true) return next(ask);
    const { records, ...reply } = next(withBody(ask, { active: false }));
    const leases = records as readonly { start_date: string; end_date: string | null }[];
    return { ...reply, records: leases.filter((lease) => isActive(today, lease.start_date, lease.end_date)) };
  };

const movesCursor = (by: number): Twist =>
  reads((ask) => (cursorOf(ask) > 1 ? withBody(ask, { 'after-id': cursorOf(ask) + by }) : ask));

interface Lease extends JsonObject {
  readonly identifier: string;
  readonly tenants: JsonObject[];
  readonly address: JsonObject;
}

/** Shows each lease in another way. */
const showsLeases = (change: (lease: Lease) => JsonObject): Twist => shows('leases', (lease) => change(lease as Lease));

const dayAfter = (day: Json | undefined, days: number): Json | undefined =>
  typeof day === 'string' && isLocalDate(day) ? addDays(day, days) : day;

/** Leases say a name of a group that requests do not know. */
export const NAMED_GROUPS: Twist = showsLeases((lease) => ({
  ...lease,
  tenants: lease.tenants.map((each) => ({ ...each, group: `The group ${each.group as string}` })),
}));

/** Each keeps the contract. */
export const HABITS: Readonly<Record<string, Manner>> = {
  terse: {
    pageSize: 100,
    twists: [
      replies((reply) => (reply.status === 200 ? { ...reply, status: 201, type: 'text/json' } : reply)),
      // The example of the contract lacks `last_id`, too.
      replies((reply, ask) => ({
        ...reply,
        lastId: reply.lastId === -1 && cursorOf(ask) === 1 ? undefined : reply.lastId,
      })),
      shows('leases', (lease) => JSON.parse(JSON.stringify(lease, (_, value: Json) => value ?? undefined)) as Json),
    ],
  },
  hasty: {
    pageSize: 5,
    twists: [
      // Only the page after the last one shows that it was the last.
      replies((reply) => ({
        ...reply,
        lastId: reply.records.length === 5 && reply.lastId === -1 ? 1_000 : reply.lastId,
      })),
      active((today, start, end) => start < today && (end === null || today < end)),
      // Bounds are not included.
      reads((ask) => {
        const { min_move_in_date: min, max_move_in_date: max } = ask.body;
        return withBody(ask, { min_move_in_date: dayAfter(min, 1), max_move_in_date: dayAfter(max, -1) });
      }),
    ],
  },
  strange: {
    pageSize: 37,
    twists: [
      reads((ask) => (ask.authorization?.startsWith('Bearer') ? { ...ask, authorization: undefined } : ask)),
      showsLeases((lease) => {
        const referenceOf = ({ group }: JsonObject) =>
          GROUPS.find(({ identifier }) => identifier === group)!.external_ref;
        return {
          ...lease,
          tenants: lease.tenants.map((each) => ({ ...each, group: referenceOf(each), colour: 'blue' })),
        };
      }),
      // Requests name the fields of an address differently.
      (ask, next) => (ask.body.address ? refusal(422, 'unknown_address_field') : next(ask)),
      // A tenant appears once for each lease.
      replies((reply) => ({ ...reply, records: reply.records.flatMap((record) => [record, record]) })),
    ],
  },
  sparse: {
    pageSize: 20,
    twists: [
      showsLeases(({ tenants, address, ...lease }) => ({
        ...{ ...lease, tenants: tenants.map((each) => ({ ...each, email_address: 'a•••', external_ref: ' ' })) },
        ...(/[01]$/.test(lease.identifier) ? { tenants: null, address: null } : {}),
        ...(/[23]$/.test(lease.identifier) ? { address: { ...address, city: '*' }, start_date: null } : {}),
      })),
      shows('tenants', (tenant) => ({ ...(tenant as JsonObject), email_address: 'a…', external_ref: null })),
    ],
  },
  strict: {
    pageSize: 99,
    twists: [(ask, next) => (/"no-such-/.test(JSON.stringify(ask.body)) ? refusal(400, 'bad_form') : next(ask))],
  },
};

/** Breaches of the contract. */
export const BREACHES = {
  'any token is served': reads((ask) => (/^bearer token-/i.test(ask.authorization ?? '') ? ask : ofAll(ask))),
  'basic is 401': replies((reply, { authorization = '' }) =>
    /^Basic/.test(authorization) ? { ...reply, status: 401 } : reply,
  ),
  'expired token is invalid': replies((reply) =>
    reply.error === 'expired_token' ? refusal(401, 'invalid_authorization') : reply,
  ),
  'error is a text': replies((reply) => (reply.error ? { ...reply, body: { error: reply.error } } : reply)),
  'error page is HTML': replies((reply) =>
    reply.error ? { ...reply, type: 'text/html', mark: '<h1>Error</h1>' } : reply,
  ),
  'byte order mark': replies((reply) => ({ ...reply, mark: '\ufeff' })),
  'nobody is a tenant': (ask, next) => {
    const reply = next(ask);
    return reply.error === 'no_tenant_information' ? next(withBody(ask, { identifier: 'north-t0' })) : reply;
  },
  'reference without group': reads((ask) =>
    ask.body.external_ref && !hasGroup(ask) ? withBody(ask, { group_id: 'north' }) : ask,
  ),
  'both groups': reads((ask) => (hasBoth(ask) ? withBody(ask, { group_external_ref: undefined }) : ask)),
  'unknown tenant is 404': replies((reply, { body }) =>
    isEmpty(reply) && !body.active ? refusal(404, 'not_found') : reply,
  ),
  'unknown tenant is null': replies((reply) =>
    isEmpty(reply) ? { ...reply, body: { leases: null, last_id: -1 } } : reply,
  ),
  'no tenants are empty': replies((reply) =>
    reply.error === 'not_found' ? { status: 200, records: [], lastId: -1 } : reply,
  ),
  'start today is active': active((today, start, end) => start <= today && end !== null && today < end),
  'end today is active': active((today, start, end) => start < today && end !== null && today <= end),
  'active by default': reads((ask) =>
    ask.lookup === 'leases' ? { ...ask, body: { active: true, ...ask.body } } : ask,
  ),
  'page of 120': replies((reply) => ({ ...reply, records: Array.from({ length: 3 }, () => reply.records).flat() })),
  'last_id is a text': replies((reply) => ({ ...reply, lastId: String(reply.lastId) })),
  'never -1': replies((reply, { lookup }) =>
    lookup === 'leases' && reply.lastId === -1 ? { ...reply, lastId: 1_000 } : reply,
  ),
  'one lease without end': (ask, next) =>
    ask.body.identifier === 'north-t48' ? { ...next(withBody(ask, { 'after-id': undefined })), lastId: 7 } : next(ask),
  'early -1': replies((reply) => ({ ...reply, lastId: -1 })),
  'cursor is included': movesCursor(-1),
  'cursor skips': movesCursor(1),
  'cursor is ignored': reads((ask) => withBody(ask, { 'after-id': undefined })),
  'integer cursor is ignored': reads((ask) =>
    typeof ask.body['after-id'] === 'number' ? withBody(ask, { 'after-id': undefined }) : ask,
  ),
  'text cursor is refused': (ask, next) =>
    typeof ask.body['after-id'] === 'string' ? refusal(400, 'bad_cursor') : next(ask),
  'other default cursor': reads((ask) => (ask.body['after-id'] === '1' ? withBody(ask, { 'after-id': '2' }) : ask)),
  'lease is ignored': reads((ask) => (ask.lookup === 'tenants' ? withBody(ask, { identifier: undefined }) : ask)),
  'lease gives one tenant': replies((reply, { lookup, body }) =>
    lookup === 'tenants' && body.identifier ? { ...reply, records: reply.records.slice(0, 1), lastId: -1 } : reply,
  ),
  'lease names a stranger': showsLeases((lease) =>
    lease.identifier === 'north-l8' ? { ...lease, tenants: [...lease.tenants, { identifier: 'nobody' }] } : lease,
  ),
  'lease names nobody': showsLeases((lease) => ({ ...lease, tenants: [] })),
  'one tenant is not listed': replies((reply, { lookup, body }) => {
    const isListed = (record: Json): boolean => (record as JsonObject).identifier !== 'north-t1';
    return lookup === 'tenants' && !body.identifier ? { ...reply, records: reply.records.filter(isListed) } : reply;
  }),
  'groups are ignored': reads((ask) => (ask.lookup === 'tenants' && !hasBoth(ask) ? withBody(ask, NO_GROUP) : ask)),
  'first group only': reads((ask) => {
    if (ask.lookup === 'leases' || hasGroup(ask) || ask.body.identifier) return ask;
    return withBody(ask, { group_id: isOther(ask) ? 'south' : 'north' });
  }),
  'e-mail finds nothing': reads((ask) => (ask.body.email_address ? withBody(ask, { identifier: 'nobody' }) : ask)),
  'phone finds others': reads((ask) =>
    ask.body.phone_number ? ofAll({ ...ask, body: { identifier: 'north-t7' } }) : ask,
  ),
  'reference in any group': (ask, next) => {
    const reply = next(ask);
    if (!ask.body.external_ref || !isEmpty(reply)) return reply;
    return next(withBody(ask, { ...NO_GROUP, group_id: 'north' }));
  },
  'group lacks a tenant': replies((reply, ask) =>
    ask.lookup === 'tenants' && hasGroup(ask) ? { ...reply, records: reply.records?.slice(1) } : reply,
  ),
  'dates are ignored': reads((ask) => withBody(ask, { min_move_in_date: undefined, max_move_in_date: undefined })),
  'dates are refused': (ask, next) =>
    /_move_in_date/.test(JSON.stringify(ask.body)) ? refusal(400, 'bad_date') : next(ask),
  'overloaded by an address': (ask, next) => (ask.body.address ? refusal(503, 'overloaded') : next(ask)),
  'address broadens': reads((ask) =>
    Object.keys(ask.body.address ?? {}).length > 1 ? withBody(ask, { address: undefined }) : ask,
  ),
  'wrong types': showsLeases((lease) => ({
    ...{ ...lease, unit_id: 17, start_date: '2020-01-01T00:00:00Z' },
    ...{ deposit: '1200.50', is_furnished: 1, minimum_days_notice: 30.5 },
    tenants: lease.tenants.map((tenant) => ({ ...tenant, active: 'true' })),
    address: { ...lease.address, latitude: '53.8' },
  })),
  'tenants are an object': showsLeases((lease) => ({ ...lease, tenants: Object.fromEntries(lease.tenants.entries()) })),
  'capital Bearer': reads((ask) =>
    ask.authorization?.startsWith('bearer') ? { ...ask, authorization: undefined } : ask,
  ),
  'identifier finds what is hidden': reads((ask) =>
    ask.lookup === 'leases' && ask.body.identifier && isOther(ask) ? ofAll(ask) : ask,
  ),
  'e-mail finds what is hidden': reads((ask) => (ask.body.email_address ? ofAll(ask) : ask)),
  'lease finds what is hidden': reads((ask) => (ask.lookup === 'tenants' && ask.body.identifier ? ofAll(ask) : ask)),
  'group finds what is hidden': reads((ask) => (ask.lookup === 'tenants' && hasGroup(ask) ? ofAll(ask) : ask)),
} as const satisfies Record<string, Twist>;
