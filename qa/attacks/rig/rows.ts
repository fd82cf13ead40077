/** The rows of attacks in `docs/evidence.md`: what each sends. */

import { type AttackRequest, get, graphql, post } from './request';

const numbered = (count: number, of: (nth: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, nth) => of(nth)).join(between);

/** The euro sign makes every character take two bytes; the number makes every document distinct. */
export const distinctDocument = (nth: number): AttackRequest =>
  graphql(`{__typename}#${nth}€${'#'.repeat(126_000)}`, { headers: [['Content-Type', 'application/json']] });

const MANY_SIZES = [
  '{...G}'.repeat(160),
  `fragment G on Query{tenantsByLease{nodes{${numbered(65, (nth) => `leases(first:${nth}){...F}`, '')}}}}`,
  `fragment F on LeaseConnection{${'x,'.repeat(600)}}`,
].join('');
const manyOperations = [graphql(MANY_SIZES), get(`/graphql?query=${encodeURIComponent(MANY_SIZES)}`)];

const manyLines = graphql(`${'\n'.repeat(62_000)}{viewer{${numbered(101, (nth) => `x${nth}`)}}}`);
const longSuggestion = graphql(`{tenantsByLease(first:"${'Did you mean'.repeat(10_800)}"){nodes{identifier}}}`);

const unknownKeys = graphql('query($t:TenantMatch!){leasesForTenant(tenant:$t){nodes{identifier}}}', {
  token: true,
  variables: { t: Object.fromEntries(Array.from({ length: 12_500 }, (_, nth) => [`k${nth}`, 1])) },
});
const objectsForIds = graphql('query($i:[ID!]!){nodes(ids:$i){id}}', {
  token: true,
  variables: { i: Array.from({ length: 30_000 }, () => ({})) },
});

const fragments = (first: string, of: (nth: number) => string): AttackRequest =>
  graphql(`{${first}}${numbered(110, (nth) => `fragment F${nth} on Query{${of(nth)}}`, '')}`);
const cyclicFragments = [
  fragments('...F0 ...F1', (nth) => numbered(5, (step) => `...F${(nth * 7 + step * 13 + 1) % 110}`)),
  fragments('...F0', (nth) => `...F${(nth + 1) % 110}`),
];
const brokenEscape = get('/assets/%/x');

const QUERY = '{ tenantsByLease { nodes { identifier } } }';
const PADDED = [' ', '\t'].map((blank) => `application/json;${blank.repeat(15_500)}x`);
const paddedMediaTypes: readonly AttackRequest[] = PADDED.flatMap((type) => [
  graphql(QUERY, { headers: [['Content-Type', type]], coding: 'identity' }),
  get(`/graphql?query=${encodeURIComponent(QUERY)}`, { headers: [['Content-Type', type]] }),
]);

/** Unused headers before the relevant one. A server that reads only a thousand headers misses it. */
const behindOthers = (request: AttackRequest, header: readonly [string, string]): AttackRequest => ({
  ...request,
  headers: [...Array.from({ length: 1_100 }, () => ['x', '1'] as const), ...request.headers, header],
});
const lookup = post('/leases/tenants/', '{"identifier":"shared-1"}', { token: true, coding: 'identity' });
const secondTokenBehind = behindOthers(lookup, ['Authorization', 'Bearer other']);
const secondHostBehind = behindOthers(get('/status'), ['Host', 'other']);

const TENANT = 'id identifier externalRef emailAddress phoneNumber firstName lastName active group{id identifier}';
const sharing = (argumentsOf: string, leases: number): AttackRequest =>
  graphql(`{tenantsByLease(${argumentsOf}){nodes{leases(first:${leases}){nodes{id tenants{${TENANT}}}}}}}`, {
    token: true,
  });
/** 100 tenants with 20 leases each, which have 100 tenants each: 200,000 records. */
export const sharedLeases = sharing('lease:{group:{identifier:"shared"}}', 20);
/** 20 tenants with one lease, which has 1,500 tenants: 30,000 records. */
export const crowdedLease = sharing(`first:20,lease:{identifier:"crowded-1"}`, 1);
/** 97 tenants with two leases each, which have 100 tenants each: 19,691 records. */
export const largestAnswer = sharing('first:97,lease:{group:{identifier:"shared"}}', 2);

interface Costs {
  readonly sent: string;
  readonly requests: readonly AttackRequest[];
  readonly settings?: Readonly<Record<string, string>>;
}

export const COSTS: readonly Costs[] = [
  {
    sent: '160 operations that share fragments with 65 page sizes and 600 fields, by POST and by GET',
    requests: manyOperations,
  },
  { sent: '62,000 newlines before 101 unknown fields', requests: [manyLines] },
  {
    sent: '`application/json;` with 15,500 spaces or tabs and `x`, by POST and by GET',
    requests: paddedMediaTypes,
  },
  {
    sent: '`Did you mean` 10,800 times in place of a number, with `INTROSPECTION=off`',
    requests: [longSuggestion],
    settings: { INTROSPECTION: 'off' },
  },
  {
    sent: 'with a token: 12,500 unknown keys of an input, or 30,000 objects for ids',
    requests: [unknownKeys, objectsForIds],
  },
];

/** Requests that are answered, each as it should be. */
export const OUTCOMES = [
  {
    sent: 'after 1,100 header lines: a second `Authorization`, and a second `Host`',
    requests: [secondTokenBehind, secondHostBehind],
    outcomes: ['401 invalid_authorization', '400 bad_request'],
  },
  {
    sent: '`GET /assets/%/x`, and two documents of 110 fragments that spread each other',
    requests: [brokenEscape, ...cyclicFragments],
    outcomes: ['404 unknown_endpoint', '200 invalid_request', '200 invalid_request'],
  },
];
