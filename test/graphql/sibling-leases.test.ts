/** Aliases of the same tenant's leases that differ in one argument or in their fields. Each has the same answer as on its own. */

import { createTestDatabase, type TestDatabase } from '../support/database';
import { json, send } from '../http/client';
import { loadWorld } from '../oracle/load';
import { leaseRow, tenantRow } from '../oracle/rows';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';

const NOW = new Date('2026-03-15T12:00:00Z');

let database: TestDatabase;
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const ids = [1, 2, 3, 4, 5, 6];
  // Half of them are active today, and two of the others on 1 January 2020.
  const dates = (id: number) =>
    id % 2 === 0
      ? { start_date: '2026-01-01', end_date: '2027-01-01' }
      : { start_date: id > 1 ? '2019-01-01' : '2021-01-01', end_date: '2022-01-01' };
  await loadWorld(database.db, {
    groups: [{ id: 1, identifier: 'acme', external_ref: null }],
    units: [],
    tenants: [tenantRow(1), tenantRow(2)],
    leases: ids.map((id) => leaseRow(id, dates(id))),
    pairs: ids.flatMap((id) => [1, 2].map((tenant) => ({ tenant_id: tenant, lease_id: id, group_id: 1 }))),
  });
  gateway = await startTestGateway({ databaseUrl: database.url, now: () => NOW });
  token = await signToken({ now: NOW, groups: ['acme'] });
});
afterAll(async () => {
  await gateway.close();
  await database.drop();
});

async function ask(selections: string): Promise<Record<string, unknown>[]> {
  const query = `{ tenantsByLease(first: 2) { nodes { ${selections} } } }`;
  const answer = json(await send(`${gateway.url}/graphql`, { token, body: { query } })) as {
    data: { tenantsByLease: { nodes: Record<string, unknown>[] } };
  };
  return answer.data.tenantsByLease.nodes;
}

const PAGE = '{ totalCount nodes { identifier } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } }';

async function cursorsOf(): Promise<string[]> {
  const [first] = await ask('leases { edges { cursor } }');
  return (first?.leases as { edges: { cursor: string }[] }).edges.map(({ cursor }) => cursor);
}

test.each([
  ['size', () => ['first: 2', 'first: 3']],
  ['direction', () => ['first: 2', 'last: 2']],
  ['lower bound', ([one, two]) => [`first: 2, after: "${one}"`, `first: 2, after: "${two}"`]],
  ['upper bound', ([, , , four, five]) => [`last: 2, before: "${four}"`, `last: 2, before: "${five}"`]],
  ['active', () => ['active: false', 'active: true']],
  ['day', () => ['activeOn: "2020-01-01"', 'activeOn: "2026-02-01"']],
] as readonly [string, (cursors: readonly string[]) => [string, string]][])('%s', async (_name, argumentsOf) => {
  const both = argumentsOf(await cursorsOf());
  const together = await ask(both.map((given, at) => `a${at}: leases(${given}) ${PAGE}`).join(' '));
  for (const [at, given] of both.entries()) {
    const alone = await ask(`leases(${given}) ${PAGE}`);
    expect(together.map((node) => node[`a${at}`])).toEqual(alone.map(({ leases }) => leases));
  }
  expect(together[0]?.a0).not.toEqual(together[0]?.a1);
});

test('fields', async () => {
  const [few, all] = [
    '{ nodes { identifier } }',
    '{ nodes { identifier unitId group { identifier } tenants { identifier } } }',
  ];
  const together = await ask(`few: leases ${few} all: leases ${all}`);
  expect(together.map((node) => node.few)).toEqual((await ask(`leases ${few}`)).map(({ leases }) => leases));
  expect(together.map((node) => node.all)).toEqual((await ask(`leases ${all}`)).map(({ leases }) => leases));
});
