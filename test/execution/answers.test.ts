/** A gateway with compiled execution and one without give the same answers: status, headers and body. */

import { buildSchema } from '../../src/graphql/build-schema';
import { encodeNodeId } from '../../src/schema/opaque-ids';
import { send } from '../http/client';
import { seededDice } from '../oracle/generate/dice';
import { amount } from '../support/amount';
import { gatewayForAllTests, startTestGateway, type TestGateway } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { randomDocument } from './generate/operations';
import { randomVariables } from './generate/values';

const SEED = Number(process.env.SEED ?? 20_261_122);
const OPERATIONS = amount('OPERATIONS', 30, 300);

interface Call {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

const newRequestId = () => 'the same';
const shared = gatewayForAllTests({ GRAPHQL_COMPILE: 'on' }, { newRequestId });
let plain: TestGateway;

beforeAll(async () => {
  const { db, url: databaseUrl } = shared.database;
  await insertTenantsWithLeases(db, await insertGroup(db, 'north'), 'a', 4);
  await insertTenantsWithLeases(db, await insertGroup(db, 'south'), '1', 3);
  plain = await startTestGateway({ databaseUrl, env: { GRAPHQL_COMPILE: 'off' }, newRequestId });
});
afterAll(() => plain.close());

async function answerOf({ url }: TestGateway, call: Call, method: string, accept: string, sent: string | undefined) {
  const headers = { accept, 'apollo-require-preflight': '1', ...(sent && { authorization: `Bearer ${sent}` }) };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(call))
    search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const answer =
    method === 'GET'
      ? await send(`${url}/graphql?${search.toString()}`, { method, headers })
      : await send(`${url}/graphql`, { method, headers, body: call });
  return { ...answer, headers: [...answer.headers].filter(([name]) => name !== 'date') };
}

/** Three times each: by the third time an operation is compiled if it can be. */
async function expectSame(call: Call, sent: string | undefined = shared.token): Promise<void> {
  for (const [method, accept] of [
    ['POST', 'application/json'],
    ['GET', 'application/json'],
    ['POST', 'application/graphql-response+json'],
  ] as const) {
    const [actual, expected] = await Promise.all(
      [shared.gateway, plain].map((gateway) => answerOf(gateway, call, method, accept, sent)),
    );
    expect({ call, method, accept, ...actual }).toEqual({ call, method, accept, ...expected });
  }
}

const EVERY_LEASE = `query ($tenant: TenantMatch!, $first: Int, $after: String, $active: Boolean) {
  leasesForTenant(tenant: $tenant, first: $first, after: $after, active: $active) {
    totalCount totalCountProblem edges { cursor node { id } }
    nodes { id identifier startDate endDate moveInDate isFurnished minimumDaysNotice deposit rent unitId unitExternalRef unitNumber
      address { buildingName city latitude longitude } group { id identifier externalRef }
      tenants { id identifier emailAddress active leases(first: 1) { nodes { identifier } pageInfo { hasNextPage endCursor } } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const tenant = (rowId: number): string => `node(id: "${encodeNodeId('tenant', rowId)}") { ... on Tenant`;

it.each<[string, Call]>([
  ['every field', { query: EVERY_LEASE, variables: { tenant: { emailAddress: 'a@example.com' }, first: 3 } }],
  ['a bad cursor', { query: EVERY_LEASE, variables: { tenant: { identifier: 'a-1' }, after: 'x' } }],
  ['null in place of a default', { query: EVERY_LEASE, variables: { tenant: { identifier: 'a-1' }, active: null } }],
  ['a missing variable', { query: EVERY_LEASE }],
  ['a wrong variable', { query: EVERY_LEASE, variables: { tenant: { identifier: { secret: 1 } }, first: 'secret' } }],
  [
    'both names of a group',
    { query: EVERY_LEASE, variables: { tenant: { group: { identifier: 'a', externalRef: 'b' } } } },
  ],
  ['introspection', { query: '{ __schema { types { name } } viewer { subject } }' }],
  ['a condition', { query: '{ viewer { subject @skip(if: true) allGroups } }' }],
  [
    'an error in one of several records',
    {
      query: `{ a: ${tenant(1)} { leases(first: 1) { totalCount nodes { identifier } } } }
        b: ${tenant(2)} { leases(first: 101) { totalCount nodes { identifier } } } }
        c: ${tenant(2)} { leases(first: 2) { totalCount nodes { identifier tenants { leases { nodes { id } } } } } } } }`,
    },
  ],
])('%s', async (_name, call) => {
  await expectSame(call);
});

it.each([undefined, 'no token'])('the token %s', async (sent) => {
  await expectSame({ query: '{ viewer { subject } }' }, sent ?? '');
  await expectSame({ query: '{ __typename }' }, sent ?? '');
});

it(`${OPERATIONS} random operations (SEED=${SEED})`, async () => {
  const schema = buildSchema();
  for (let number = SEED; number < SEED + OPERATIONS; number += 1) {
    const dice = seededDice(number);
    const { text, operations } = randomDocument(dice, schema, dice.chance(10) ? 20 : 0);
    const operation = dice.pick(operations);
    const named = operation.name !== '' && { operationName: operation.name };
    await expectSame({ query: text, variables: randomVariables(dice, operation), ...named });
  }
}, 300_000);
