/** `AUTOMATIC_PERSISTED_QUERIES` (decision 64): Apollo's protocol, and which queries are kept. */

import { createHash } from 'node:crypto';

import { insertHousehold } from '../db/household';
import { type Answer, everyGroup, json, send, type Sending } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';

const LOOKUP = 'query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }';
const variables = { tenant: { identifier: 'north-tenant' } };
const found = { data: { leasesForTenant: { nodes: [{ identifier: 'north-lease' }] } } };
const STRICT = { accept: 'application/graphql-response+json' };

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const extensionsOf = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });

let database: TestDatabase;
let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  token = await everyGroup();
});
beforeEach(async () => {
  const env = { AUTOMATIC_PERSISTED_QUERIES: 'on' };
  gateway = await startTestGateway({ databaseUrl: database.url, env });
});
afterEach(() => gateway.close());
afterAll(() => database.drop());

const post = (body: object, sending: Sending = {}): Promise<Answer> =>
  send(`${gateway.url}/graphql`, { token, body, ...sending });

const get = (parameters: Readonly<Record<string, unknown>>): Promise<Answer> => {
  const texts = Object.entries(parameters).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
  );
  return send(`${gateway.url}/graphql?${new URLSearchParams(texts).toString()}`, { method: 'GET', token });
};

const byHash = (text: string, more: object = {}) => ({ extensions: extensionsOf(hashOf(text)), ...more });
const register = (text: string, sending: Sending = {}) => post(byHash(text, { query: text, variables }), sending);

const codeOf = (answer: Answer): unknown =>
  (json(answer) as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;

const notFound = {
  errors: [
    {
      message: 'PersistedQueryNotFound',
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', type: 'invalid_request' },
    },
  ],
};

const isKnown = async (text: string): Promise<boolean> =>
  codeOf(await post(byHash(text))) !== 'PERSISTED_QUERY_NOT_FOUND';

test.each([
  ['POST', post],
  ['GET', get],
] as const)(
  '%s: an unknown hash is reported, and its document is registered and then run by its hash',
  async (_by, ask) => {
    const unknown = await ask(byHash(LOOKUP, { variables }));
    expect([unknown.status, json(unknown), unknown.headers.get('cache-control')]).toEqual([200, notFound, 'no-store']);
    expect(json(await ask(byHash(LOOKUP, { query: LOOKUP, variables })))).toEqual(found);
    for (const again of [post, get]) expect(json(await again(byHash(LOOKUP, { variables })))).toEqual(found);
  },
);

test('a hash of another text is refused, and nothing is registered', async () => {
  for (const sha256Hash of [hashOf('{ __typename }'), hashOf(LOOKUP).toUpperCase(), '', null, 5, {}, undefined]) {
    const answer = await post({ query: LOOKUP, variables, extensions: extensionsOf(sha256Hash) });
    expect([answer.status, json(answer)]).toEqual([
      200,
      {
        errors: [
          {
            message: 'provided sha does not match query',
            extensions: { code: 'BAD_USER_INPUT', type: 'invalid_request' },
          },
        ],
      },
    ]);
  }
  expect(await isKnown(LOOKUP)).toBe(false);
});

test.each([[extensionsOf(hashOf(LOOKUP), 2)], [extensionsOf(hashOf(LOOKUP), '1')], [{ persistedQuery: 'hunter2' }]])(
  'another version of the protocol is refused: %j',
  async (extensions) => {
    const answer = await post({ query: LOOKUP, variables, extensions }, { headers: STRICT });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_USER_INPUT']);
  },
);

test.each([[{}], [null], [5], [['a']], [{ toString: 1 }], ['__proto__']])(
  '%j is not accepted as a hash',
  async (sha256Hash) => {
    const answer = await post({ extensions: extensionsOf(sha256Hash) });
    expect([answer.status, codeOf(answer)]).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
  },
);

test('an unknown hash is 400 as application/graphql-response+json', async () => {
  const answer = await post(byHash(LOOKUP), { headers: STRICT });
  expect([answer.status, json(answer)]).toEqual([400, notFound]);
});

test('a request by hash needs a token and returns what its caller may see', async () => {
  await register(LOOKUP);
  const missing = await post(byHash(LOOKUP, { variables }), { token: undefined });
  expect([missing.status, codeOf(missing)]).toEqual([401, 'UNAUTHENTICATED']);
  const south = await signToken({ groups: ['south'] });
  expect(json(await post(byHash(LOOKUP, { variables }), { token: south }))).toEqual({
    data: { leasesForTenant: { nodes: [] } },
  });
  const failed = await post(byHash(LOOKUP, { variables: { tenant: {} } }));
  expect([failed.status, json(failed)]).toMatchObject([
    200,
    { errors: [{ extensions: { type: 'no_tenant_information' } }] },
  ]);
});

describe('is not registered:', () => {
  test.each<[string, string, Sending]>([
    ['without a token', LOOKUP, { token: undefined }],
    ['with an invalid token', LOOKUP, { token: 'no token' }],
    ['a query that needs no token', '{ __schema { queryType { name } } }', {}],
    ['an invalid query', '{ nothing }', {}],
    ['a query above a limit', `{ ${Array.from({ length: 11 }, (_, n) => `a${n}: __typename`).join(' ')} }`, {}],
    ['a document with a string', '{ leasesForTenant(tenant: { identifier: "north-tenant" }) { totalCount } }', {}],
    ['a document with a block string', '{ leasesForTenant(tenant: { identifier: """north""" }) { totalCount } }', {}],
    ['a document with a string as a default', 'query ($id: ID! = "north") { node(id: $id) { id } }', {}],
    ['a place', '{ tenantsByLease(lease: { address: { latitude: 52.5 } }) { totalCount } }', {}],
  ])('%s', async (_what, text, sending) => {
    await register(text, sending);
    expect(await isKnown(text)).toBe(false);
  });

  test('but a document with numbers and variables is', async () => {
    const text =
      'query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant, first: 5, active: true) { totalCount } }';
    await register(text);
    expect(await isKnown(text)).toBe(true);
  });
});

test('off: Apollo’s clients are told not to try again', async () => {
  const plain = await startTestGateway({ databaseUrl: database.url });
  const answer = await send(`${plain.url}/graphql`, { token, body: byHash(LOOKUP, { query: LOOKUP, variables }) });
  await plain.close();
  expect([answer.status, json(answer), answer.headers.get('cache-control')]).toEqual([
    200,
    {
      errors: [
        {
          message: 'PersistedQueryNotSupported',
          extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED', type: 'invalid_request' },
        },
      ],
    },
    'no-store',
  ]);
});

test.each(['on', 'off'])('%s: a list of operations is refused, because there is no batching', async (mode) => {
  const env = { AUTOMATIC_PERSISTED_QUERIES: mode };
  const other = await startTestGateway({ databaseUrl: database.url, env });
  for (const body of [[], [{ query: '{ __typename }' }], [{ query: LOOKUP, variables }, byHash(LOOKUP)]]) {
    const answer = await send(`${other.url}/graphql`, { token, body });
    expect([answer.status, json(answer)]).toEqual([
      400,
      {
        errors: [
          {
            message: 'The body must be a JSON object.',
            extensions: { code: 'BAD_USER_INPUT', type: 'invalid_request' },
          },
        ],
      },
    ]);
  }
  await other.close();
});
