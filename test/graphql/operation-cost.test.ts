/** The cost of operations, as docs/use/graphql.md explains it. The refusal of a gateway that admits little names it. */

import { getIntrospectionQuery } from 'graphql';

import { gatewayWithoutDatabase } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { everyGroup } from '../http/client';

const gateway = gatewayWithoutDatabase({ env: { GRAPHQL_MAX_COST: '100', GRAPHQL_MAX_TOKENS: '4000' } });

async function costOf(query: string, variables: object = {}): Promise<number> {
  const { errors } = await graphqlClient(gateway.url, await everyGroup()).send({ query, variables });
  return Number(/the cost (\d+)/.exec(errors?.[0]?.message ?? '')?.[1]);
}

test.each([
  ['{ __typename tenantsByLease(first: 100) { nodes { leases(first: 10) { nodes { id } } } } }', 1100],
  ['{ tenantsByLease { nodes { leases { edges { node { tenants { id } } } } } } }', 3100],
  [
    '{ leasesForTenant(tenant: {identifier: "t"}) { nodes { tenants { leases { nodes { tenants { id } } } } } } }',
    6300,
  ],
  ['{ tenantsByLease { nodes { leases { totalCount } } } }', 11_100],
  ['{ __schema { types { fields { a: name b: name } } } }', 310],
])('%s costs %d', async (query, cost) => {
  expect(await costOf(query)).toBe(cost);
});

/** The selections stand beside `viewer`, so that the second lookup adds 200. */
test.each<[string, Readonly<Record<string, unknown>>, number, declared?: string]>([
  ['tenantsByLease(first: $n) { nodes { id } }', { n: 7 }, 7],
  ['tenantsByLease(first: $n) { nodes { id } }', {}, 8, '($n: Int = 8)'],
  ['tenantsByLease(first: $n) { nodes { id } }', { n: null }, 100, '($n: Int = 8)'],
  ['tenantsByLease(first: $n, last: 9) { nodes { id } }', { n: null }, 9, '($n: Int = 8)'],
  ['tenantsByLease(first: $n) { nodes { id } }', {}, 100],
  ['tenantsByLease(first: $n) { nodes { id } }', { n: 101 }, 100],
  ['tenantsByLease(last: $n) { nodes { id } }', { n: -1 }, 100],
  ['tenantsByLease(first: 0) { pageInfo { hasNextPage } }', {}, 0],
  ['tenantsByLease(first: 3) { totalCountProblem }', {}, 103],
  ['tenantsByLease(first: 3) { nodes { leases(first: 0) { totalCount } } }', {}, 303],
  ['tenantsByLease(first: 3) { nodes { leases(first: 0) { pageInfo { endCursor } } } }', {}, 18],
  ['tenantsByLease(first: 3) { ... { nodes { leases(first: 6) { nodes { id } } } } }', {}, 21],
  ['tenantsByLease(first: 2) { ... on TenantConnection { edges { node { leases(first: 4) { ...L } } } } }', {}, 26],
  ['a: node(id: "x") { id } nodes(ids: ["x", "y"]) { id }', {}, 203],
  ['node(id: "x") { ... on Tenant { leases(first: 6) { nodes { id } } } }', {}, 7],
])('%s with %j costs %d', async (selection, variables, cost, declared = '($n: Int)') => {
  const uses = (name: string) => selection.includes(name);
  const query = `query ${uses('$n') ? declared : ''} { viewer { subject } ${selection} }
    ${uses('...L') ? 'fragment L on LeaseConnection { nodes { tenants { id } } }' : ''}`;
  expect(await costOf(query, variables)).toBe(200 + cost);
});

test('with its variables, an operation may cost exactly the limit', async () => {
  const query = 'query ($n: Int!) { tenantsByLease(first: 10) { nodes { leases(first: $n) { nodes { id } } } } }';
  expect([await costOf(query, { n: 9 }), await costOf(query, { n: 10 })]).toEqual([NaN, 110]);
});

test('the introspection of the usual tools costs about 1,600', async () => {
  expect(await costOf(getIntrospectionQuery())).toBe(1620);
});

test('each spread of a fragment costs what it selects', async () => {
  const page = 'fragment P on TenantConnection { nodes { leases(first: 1) { nodes { id } } } totalCount }';
  const query = `{ a: tenantsByLease(first: 2) { ...P } b: tenantsByLease(first: 3) { ...P } } ${page}`;
  expect(await costOf(query)).toBe(430);
});
