/** The cost of operations, as docs/use/graphql.md gives it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildSchema, getIntrospectionQuery, Kind, parse } from 'graphql';

import { measuring, withDefaults } from '../../src/graphql/limits/measurement';

const ROOT = join(__dirname, '..', '..');
const schema = buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'));
const page = readFileSync(join(ROOT, 'docs/use/graphql.md'), 'utf8');

function costOf(text: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const document = parse(text);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The first definition is no operation.');
  return measuring(
    schema,
    document,
    withDefaults(operation, (name) => variables[name]),
  )(operation).cost;
}

const TENANT = 'tenant: {identifier: "t"}';

test.each([
  ['| `tenantsByLease(first: 100)`', '{ tenantsByLease(first: 100) { nodes { leases(first: 10) { nodes { id } } } } }'],
  ['| the same with', '{ tenantsByLease { nodes { leases { edges { node { tenants { id } } } } } } }'],
  [
    '| `leasesForTenant` with',
    `{ leasesForTenant(${TENANT}) { nodes { tenants { leases { nodes { tenants { id } } } } } } }`,
  ],
  ['| `tenantsByLease`, each', '{ tenantsByLease { nodes { leases { totalCount } } } }'],
])('the row “%s” has the right cost', (begin, text) => {
  const row = page.split('\n').find((line) => line.startsWith(begin))!;
  expect(Number(row.split('|').at(-2)!.replaceAll(/[ ,]/g, ''))).toBe(costOf(text));
});

test('the page has the right cost of introspection', () => {
  const [, said = ''] = /usual tools costs about ([\d,]+)/.exec(page) ?? [];
  expect(Math.round(costOf(getIntrospectionQuery()) / 100) * 100).toBe(Number(said.replace(',', '')));
});

test.each<[string, Readonly<Record<string, unknown>>, number]>([
  ['query ($n: Int) { tenantsByLease(first: $n) { nodes { id } } }', { n: 7 }, 7],
  ['query ($n: Int = 8) { tenantsByLease(first: $n) { nodes { id } } }', {}, 8],
  ['query ($n: Int = 8) { tenantsByLease(first: $n) { nodes { id } } }', { n: null }, 100],
  ['query ($n: Int = 8) { tenantsByLease(first: $n, last: 9) { nodes { id } } }', { n: null }, 9],
  ['query ($n: Int) { tenantsByLease(first: $n) { nodes { id } } }', {}, 100],
  ['query ($n: Int) { tenantsByLease(last: $n) { nodes { id } } }', { n: -1 }, 100],
  ['{ tenantsByLease(first: 0) { pageInfo { hasNextPage } } }', {}, 0],
  [
    '{ ...F } fragment F on Query { tenantsByLease(first: 3) { ...P } } fragment P on TenantConnection { totalCount }',
    {},
    103,
  ],
  [
    '{ a: tenantsByLease(first: 2) { ...P } b: tenantsByLease(first: 3) { ...P } } fragment P on TenantConnection { nodes { leases(first: 1) { nodes { id } } } totalCount }',
    {},
    430,
  ],
  [
    '{ tenantsByLease(first: 2) { ... on TenantConnection { edges { node { leases(first: 4) { ...L } } } } } } fragment L on LeaseConnection { nodes { tenants { id } } }',
    {},
    26,
  ],
  ['{ tenantsByLease(first: 3) { nodes { leases(first: 0) { totalCount } } } }', {}, 303],
  ['{ tenantsByLease(first: 3) { totalCountProblem } }', {}, 103],
  ['{ tenantsByLease(first: 3) { nodes { leases(first: 0) { pageInfo { endCursor } } } } }', {}, 18],
  ['{ tenantsByLease(first: 3) { nodes { leases(first: 6) { nodes { id } } } } }', {}, 21],
  ['{ a: node(id: "x") { id } nodes(ids: ["x", "y"]) { id } }', {}, 203],
  ['{ viewer { groups { nodes { id } } } }', {}, 100],
  ['{ viewer { subject } ...Missing }', {}, 0],
  ['{ nodes(ids: ["x", "y", "z"]) { id } }', {}, 3],
  ['{ node(id: "x") { ... on Tenant { leases(first: 6) { nodes { id } } } } }', {}, 7],
  ['{ tenantsByLease(first: 3) { ... { nodes { leases(first: 6) { nodes { id } } } } } }', {}, 21],
  ['query ($n: Int) { tenantsByLease(first: $n) { nodes { id } } }', { n: '7' }, 100],
  ['query ($n: Int) { tenantsByLease(first: $n) { nodes { id } } }', { n: 101 }, 100],
  ['{ __type(name: "Lease") { fields { name } } }', {}, 10],
  ['{ __type(name: "Lease") { fields { a: name b: __typename } kind: name } }', {}, 31],
  ['{ __typename viewer { subject } ...F } fragment F on Query { viewer { subject } a: viewer { subject } }', {}, 400],
  ['{ nothing { of { the: kind } } }', {}, 0],
])('%s with %j costs %d', (text, variables, cost) => {
  expect(costOf(text, variables)).toBe(cost);
});

/** A chain of fragments, each of which spreads the next one eight times. */
const bomb = (length: number, leaf: string) =>
  Array.from({ length }, (_, i) => `fragment F${i} on TenantConnection { ${`...F${i + 1} `.repeat(8)} }`).join(' ') +
  ` fragment F${length} on TenantConnection { ${leaf} }`;

test('a cost above every number exceeds every limit', () => {
  const leases = 'nodes { leases { nodes { id } } }';
  expect(costOf(`{ tenantsByLease(first: 0) { ...F0 } } ${bomb(400, leases)}`)).toBe(0);
  expect(costOf(`{ tenantsByLease(first: 1) { ...F0 } } ${bomb(400, leases)}`)).toBeGreaterThan(1e9);
});

test('a fragment is measured once, for all operations and page sizes', () => {
  const pages = Array.from({ length: 65 }, (_, i) => `tenantsByLease(first: ${i}) { ...F }`).join(' ');
  const text = `${'{ ...G } '.repeat(160)} fragment G on Query { ${pages} } fragment F on TenantConnection { ${'a '.repeat(600)} }`;
  const document = parse(text);
  const looks = jest.spyOn(schema, 'getQueryType');
  const measure = measuring(schema, document, () => undefined);
  const fields = document.definitions.map((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? measure(each).fields : 0,
  );
  expect(fields.reduce((sum, each) => sum + each, 0)).toBe(160 * 65 * 601);
  // One call for the document, and one for each field in the text.
  expect(looks).toHaveBeenCalledTimes(1 + 65 + 600);
  looks.mockRestore();
});
