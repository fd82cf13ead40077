/**
 * A second implementation of the contract, with other habits than ours: the oracle behind HTTP. A twist stands before it and
 * gives it another habit, or breaks the contract in one place.
 */

import { addDays } from '../../cutover/conformance/shape';
import { identifierOf, isObject, type Json, jsonIn } from '../../cutover/contract/answers';
import { type Lookup, LOOKUPS, PATHS } from '../../cutover/contract/lookups';
import { type Service, startService } from '../cutover/service';
import { restAnswer } from '../oracle/answer';
import { leaseRow, tenantRow } from '../oracle/rows';
import type { LeaseRow, PairRow, Sight, TenantRow, UnitRow, World } from '../oracle/world';

export const TODAY = '2026-03-15';

export const GROUPS = [
  { id: 1, identifier: 'north', external_ref: 'N-1' },
  { id: 2, identifier: 'south', external_ref: 'S-1' },
  { id: 3, identifier: 'east', external_ref: 'E-1' },
] as const;

export const TOKENS = { main: 'token-all', other: 'token-south', expired: 'token-expired', unknown: 'no-such-token' };

const SIGHTS = new Map<string, Sight>([
  [TOKENS.main, 'all'],
  [TOKENS.other, ['south']],
  ['token-nothing', []],
  ['h.p.As', 'all'],
]);

const unit = (group: string, n: number) => ({
  identifier: `${group}-u${n}`,
  external_ref: n % 2 === 0 ? `U-${n}` : null,
  unit_number: `${n}`,
  building_name: n % 3 === 0 ? 'The Maltings' : null,
  address_line_1: `${n + 1} Hill Road`,
  address_line_2: n % 4 === 0 ? 'Flat 2' : null,
  city: ['Leeds', 'York', 'Hull'][n % 3]!,
  country: 'United Kingdom',
  state: n % 2 === 0 ? 'Yorkshire' : null,
  postal_code: `LS${n % 20} 1AA`,
  latitude: (53.8 + n / 1000).toFixed(3),
  longitude: '-1.5',
});

const tenant = (group: string, n: number): Partial<TenantRow> => ({
  identifier: `${group}-t${n}`,
  external_ref: n % 5 === 4 ? null : `REF-${n}`,
  email_address: n % 7 === 6 ? null : `Tenant${n}@${group}.example`,
  phone_number: n % 6 === 5 ? null : `+44 20 7946 0${group.length}${String(n).padStart(2, '0')}`,
  first_name: n % 4 === 3 ? null : 'Zoë',
  last_name: `Name ${n}`,
  active: n % 3 !== 0,
});

function lease(group: string, n: number, today: string): Partial<LeaseRow> {
  const terms = [
    ['2020-01-01', '2999-12-31', '2020-01-03'],
    ['2010-05-01', '2015-04-30', '2010-05-01'],
    ['2990-01-01', '2995-12-31', '2990-01-01'],
    ['2021-07-01', null, '2021-07-02'],
    // Of these, one day alone explains which are active.
    ...[-1, 0, 1].map((days) => ['2020-01-01', addDays(today, days), '2020-01-02']),
    ...[-1, 0, 1].map((days) => [addDays(today, days), '2999-12-31', '2020-01-02']),
  ];
  const [start_date = null, end_date = null, move_in_date = null] = terms[n % terms.length]!;
  return {
    identifier: `${group}-l${n}`,
    ...{ start_date, end_date, move_in_date: n % 9 === 8 ? null : move_in_date },
    is_furnished: n % 3 === 0 ? null : n % 2 === 0,
    minimum_days_notice: n % 4 === 0 ? null : 30,
    deposit: n % 5 === 0 ? null : `${1200.5 + n}`,
    rent: '987.25',
  };
}

/** The first tenant of each group has many leases, one of them with many tenants. */
export function createWorld(today = TODAY): World {
  const [units, tenants, leases, pairs]: [UnitRow[], TenantRow[], LeaseRow[], PairRow[]] = [[], [], [], []];
  for (const { id: group_id, identifier: group } of GROUPS) {
    // More than a call may give, in one group.
    const size = group === 'north' ? 105 : 40;
    const first = tenants.length + 1;
    for (let n = 0; n < size; n += 1) tenants.push(tenantRow(first + n, { ...tenant(group, n), group_id }));
    for (let n = 0; n <= 2 * size; n += 1) {
      const id = leases.length + 1;
      units.push({ id, group_id, ...unit(group, n) });
      leases.push(leaseRow(id, { ...lease(group, n, today), group_id, unit_id: id }));
      const inhabitants = n < size ? [n] : n < 2 * size ? [0] : Array.from({ length: 40 }, (_, nth) => nth);
      pairs.push(...inhabitants.map((nth) => ({ tenant_id: first + nth, lease_id: id, group_id })));
    }
  }
  return { groups: GROUPS, units, tenants, leases, pairs };
}

export interface Ask {
  readonly lookup: Lookup;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, Json | undefined>>;
}

/** A page, or a refusal. */
export interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly records: readonly Json[];
  readonly lastId?: number | string | undefined;
  readonly error?: string;
  /** Sent instead of what is above. */
  readonly body?: Json;
  /** Comes before the body. */
  readonly mark?: string;
}

export const refusal = (status: number, error: string): Reply => ({ status, error, records: [] });

/** @param next what the server replies without this twist */
export type Twist = (ask: Ask, next: (ask: Ask) => Reply, today: string) => Reply;

/** Of an answer of the oracle. */
interface Body extends Partial<Readonly<Record<Lookup, Json[]>>> {
  readonly last_id?: number;
  readonly error?: { readonly type: string };
}

export interface Manner {
  readonly pageSize?: number;
  readonly twists?: readonly Twist[];
  readonly withoutSlash?: boolean;
}

export async function startOracleServer(manner: Manner, today = TODAY): Promise<Service> {
  const { pageSize = 40, twists = [], withoutSlash = false } = manner;
  const world = createWorld(today);

  function answer({ lookup, authorization = '', body }: Ask): Reply {
    const token = /^bearer (.+)$/i.exec(authorization)?.[1];
    if (token === undefined) return refusal(400, 'missing_authorization');
    if (token === TOKENS.expired) return refusal(401, 'expired_token');
    const sight = SIGHTS.get(token);
    if (sight === undefined) return refusal(401, 'invalid_authorization');
    const operation = lookup === 'leases' ? 'find-for-tenant' : 'tenants';
    const found = restAnswer(world, sight, { operation, body: JSON.stringify(body) }, today);
    const { [lookup]: all = [], last_id: lastId, error } = found.body as Body;
    if (error !== undefined) return refusal(found.status, error.type);
    const records = all.slice(0, pageSize);
    const last = world[lookup].find(({ identifier }) => identifier === identifierOf(records.at(-1)));
    return { status: 200, records, lastId: records.length < all.length ? last!.id : lastId };
  }

  const handle = twists.reduceRight<(ask: Ask) => Reply>((next, twist) => (ask) => twist(ask, next, today), answer);
  return startService((response, { method, url, headers, body: sent }) => {
    const lookup = LOOKUPS.find((name) => (withoutSlash ? PATHS[name].slice(0, -1) : PATHS[name]) === url);
    const body = jsonIn(sent || '{}');
    const isAsked = lookup !== undefined && method === 'POST' && isObject(body);
    const { authorization } = headers;
    const reply = isAsked ? handle({ lookup, authorization, body }) : refusal(422, 'unreadable');
    const { status, records, lastId, error, mark = '' } = reply;
    const type = reply.type ?? (error ? 'application/problem+json' : 'application/json;charset=UTF-8');
    const shown = error
      ? { error: { type: error, message: `Sorry: ${error}`, hint: null }, trace: 17 }
      : { [lookup!]: records, last_id: lastId };
    response.writeHead(status, { 'Content-Type': type, 'Retry-After': '0.001' });
    response.end(mark + JSON.stringify(reply.body ?? shown));
  });
}
