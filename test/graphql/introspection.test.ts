/** Who may read the schema from `/graphql` in each of the three modes. Errors do not reveal it either (decision 59). */

import { printedSchema } from '../../src/graphql/build-schema';
import { readText } from '../docs/repository';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { type GraphQLAnswer, graphqlClient } from '../support/graphql-client';
import { signToken } from '../support/tokens';

const MODES = ['public', 'token', 'off'] as const;
type Mode = (typeof MODES)[number];

let database: TestDatabase;
let gateways: Record<Mode, TestGateway>;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const started = MODES.map(async (mode) => [
    mode,
    await startTestGateway({ databaseUrl: database.url, env: { INTROSPECTION: mode } }),
  ]);
  gateways = Object.fromEntries(await Promise.all(started)) as Record<Mode, TestGateway>;
  token = await signToken({ groups: [] });
});

afterAll(async () => {
  await Promise.all(MODES.map((mode) => gateways[mode].close()));
  await database.drop();
});

const ask = (mode: Mode, caller: 'anyone' | 'a caller', query: string, variables?: object) =>
  graphqlClient(gateways[mode].url, caller === 'anyone' ? undefined : token).send({ query, variables });

const resultOf = ({ data, errors }: GraphQLAnswer<unknown>): unknown =>
  errors === undefined ? data : errors.map(({ extensions }) => extensions.type);

const SCHEMA = { __schema: { queryType: { name: 'Query' } } };
const MISSING = ['missing_authorization'];
const REFUSED = ['invalid_request'];

it.each([
  ['public', 'anyone', SCHEMA],
  ['public', 'a caller', SCHEMA],
  ['token', 'anyone', MISSING],
  ['token', 'a caller', SCHEMA],
  ['off', 'anyone', REFUSED],
  ['off', 'a caller', REFUSED],
] as const)('%s: %s who asks for the schema gets %j', async (mode, caller, expected) => {
  const own = await ask(mode, caller, '{ __schema { queryType { name } } }');
  expect(resultOf(own)).toEqual(expected);
  const beside = await ask(mode, caller, '{ __typename __schema { queryType { name } } }');
  expect(resultOf(beside)).toEqual(expected === SCHEMA ? { __typename: 'Query', ...SCHEMA } : expected);
  const type = resultOf(await ask(mode, caller, '{ __type(name: "Lease") { name } }'));
  expect(type).toEqual(expected === SCHEMA ? { __type: { name: 'Lease' } } : expected);
});

it.each(MODES)('%s: `__typename` alone needs no token, and a lookup does', async (mode) => {
  const query = 'query { ...F } fragment F on Query { kind: __typename }';
  expect(resultOf(await ask(mode, 'anyone', '{ __typename }'))).toEqual({ __typename: 'Query' });
  expect(resultOf(await ask(mode, 'anyone', query))).toEqual({ kind: 'Query' });
  expect(resultOf(await ask(mode, 'anyone', '{ __typename viewer { subject } }'))).toEqual(MISSING);
});

/** Mistakes for which graphql-js would suggest a name of the schema. */
const MISSPELT: [string, string, object][] = [
  ['a field', '{ viewe { subject } }', {}],
  ['an argument', '{ tenantsByLease(leas: {}) { totalCount } }', {}],
  ['a type of a variable', 'query ($t: TenantMatc!) { leasesForTenant(tenant: $t) { totalCount } }', {}],
  [
    'a field of an input in a variable',
    'query ($t: TenantMatch!) { leasesForTenant(tenant: $t) { totalCount } }',
    { t: { identifie: 'x' } },
  ],
  [
    'a field of an input deep in a variable',
    'query ($l: LeaseMatch) { tenantsByLease(lease: $l) { totalCount } }',
    { l: { group: { identifie: 'x' }, address: { citty: 'x' } } },
  ],
];

it.each(MISSPELT)('%s: the refusal names nothing of a schema that is not public', async (_what, query, variables) => {
  for (const [mode, caller] of [
    ['token', 'anyone'],
    ['token', 'a caller'],
    ['off', 'a caller'],
  ] as const) {
    const { errors = [] } = await ask(mode, caller, query, variables);
    expect(errors).not.toEqual([]);
    for (const { message } of errors)
      expect(message).not.toMatch(/[Dd]id you mean|"(viewer|subject|tenant|identifier|city)"/);
  }
});

it.each(['token', 'off'] as const)('%s: without a token no message names a type or an argument', async (mode) => {
  for (const query of ['{ leasesForTenant { totalCount } }', '{ tenantsByLease }', '{ viewe { subject } }']) {
    const { errors = [] } = await ask(mode, 'anyone', query);
    expect([query, [...new Set(errors.map(({ message }) => message))]]).toEqual([
      query,
      ['The document does not fit the schema. A valid token is needed to see why.'],
    ]);
  }
});

it('public: the answer to a misspelt field suggests the right one', async () => {
  const { errors } = await ask('public', 'anyone', '{ viewe { subject } }');
  expect(errors?.[0]?.message).toContain('Did you mean "viewer"?');
});

test('the GraphQL schema equals schema.graphql (`npm run schema` writes it)', () => {
  expect(readText('schema.graphql')).toBe(printedSchema());
});
