/** Who may read the schema from `/graphql` in each of the three modes. Errors do not reveal it either (decision 59). */

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

describe.each(['{ __schema { queryType { name } } }', '{ __typename __schema { queryType { name } } }'])(
  '%s',
  (query) => {
    it.each([
      ['public', 'anyone', 'answered'],
      ['public', 'a caller', 'answered'],
      ['token', 'anyone', ['missing_authorization']],
      ['token', 'a caller', 'answered'],
      ['off', 'anyone', ['invalid_request']],
      ['off', 'a caller', ['invalid_request']],
    ] as const)('%s: %s gets %j', async (mode, caller, expected) => {
      const answer = resultOf(await ask(mode, caller, query));
      if (expected === 'answered') expect(answer).toMatchObject({ __schema: { queryType: { name: 'Query' } } });
      else expect(answer).toEqual(expected);
    });
  },
);

it.each(MODES.map((mode) => [mode]))('%s: `__type` is refused if `__schema` is', async (mode) => {
  for (const caller of ['anyone', 'a caller'] as const) {
    const [type, schema] = [
      await ask(mode, caller, '{ __type(name: "Lease") { name } }'),
      await ask(mode, caller, '{ __schema { queryType { name } } }'),
    ];
    expect(type.errors?.map(({ extensions }) => extensions)).toEqual(
      schema.errors?.map(({ extensions }) => extensions),
    );
  }
});

it.each(MODES.map((mode) => [mode]))('%s: `__typename` alone needs no token', async (mode) => {
  for (const query of ['{ __typename }', 'query { ...F } fragment F on Query { kind: __typename }']) {
    const { status, data } = await ask(mode, 'anyone', query);
    expect([status, Object.values(data as object)]).toEqual([200, ['Query']]);
  }
});

it.each(MODES.map((mode) => [mode]))('%s: a lookup needs a token', async (mode) => {
  expect(resultOf(await ask(mode, 'anyone', '{ __typename viewer { subject } }'))).toEqual(['missing_authorization']);
});

/** Mistakes for which graphql-js would suggest a name of the schema. */
const MISSPELT: [string, string, object?][] = [
  ['a field', '{ viewe { subject } }'],
  ['an argument', '{ tenantsByLease(leas: {}) { totalCount } }'],
  ['a type of a variable', 'query ($t: TenantMatc!) { leasesForTenant(tenant: $t) { totalCount } }'],
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

describe.each(MISSPELT)('refused: %s', (_what, query, variables) => {
  it.each([
    ['token', 'anyone'],
    ['token', 'a caller'],
    ['off', 'a caller'],
  ] as const)('%s: %s gets no name of the schema', async (mode, caller) => {
    const { errors = [] } = await ask(mode, caller, query, variables);
    expect(errors).not.toEqual([]);
    for (const { message } of errors)
      expect(message).not.toMatch(/[Dd]id you mean|"(viewer|subject|tenant|identifier|city)"/);
  });

  it('public: the same is refused, with or without a suggestion', async () => {
    expect(resultOf(await ask('public', 'a caller', query, variables))).toEqual(
      resultOf(await ask('token', 'a caller', query, variables)),
    );
  });
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
