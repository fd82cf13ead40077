import { exchange } from '../http/raw';
import { gatewayForAllTests } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { signToken } from '../support/tokens';

const GRAPHQL_RESPONSE = { accept: 'application/graphql-response+json' };
const JSON_RESPONSE = { accept: 'application/json' };

const { gateway } = gatewayForAllTests();
let client: ReturnType<typeof graphqlClient>;

beforeAll(async () => {
  client = graphqlClient(gateway.url, await signToken({ groups: [] }));
});

/** Requests that graphql-js or Apollo refuses. */
it.each<[string, object, string]>([
  ['syntax', { query: '{' }, 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', { query: '{ tenants { id } }' }, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a number for a string',
    { query: '{ leasesForTenant(tenant: {identifier: 0}) { totalCount } }' },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'two names of a group in a variable',
    {
      query: 'query ($g: GroupRef) { tenantsByLease(lease: {group: $g}) { totalCount } }',
      variables: { g: { identifier: 'a', externalRef: 'b' } },
    },
    'BAD_USER_INPUT',
  ],
  ['a page size that is too large', { query: '{ tenantsByLease(first: 101) { totalCount } }' }, 'BAD_USER_INPUT'],
  [
    'a text that is too long',
    { query: `{ leasesForTenant(tenant: {identifier: "${'x'.repeat(256)}"}) { totalCount } }` },
    'BAD_USER_INPUT',
  ],
])('%s: 400 as application/graphql-response+json, 200 as application/json', async (_name, body, code) => {
  const [strict, lenient] = [await client.send(body, GRAPHQL_RESPONSE), await client.send(body, JSON_RESPONSE)];
  for (const { data, errors } of [strict, lenient]) {
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code, type: 'invalid_request' }]);
    expect(data ?? null).toBeNull();
  }
  expect([strict.status, lenient.status]).toEqual([400, 200]);
});

it.each([
  ['{ leasesForTenant(tenant: { "jane@example.org" }) }', 'Syntax Error: Expected Name, found String.'],
  ['{ viewer } 4930123456', 'Syntax Error: Unexpected Int.'],
  ['{ viewer """jane@example.org""" }', 'Syntax Error: Expected Name, found BlockString.'],
  ['{ viewer', 'Syntax Error: Expected Name, found <EOF>.'],
  ['{ viewer } jane', 'Syntax Error: Unexpected Name.'],
])('%s: the message does not repeat a value', async (query, message) => {
  expect((await client.send({ query })).errors?.map((error) => error.message)).toEqual([message]);
});

it('names a refused variable, the path within it and the expected type, and never repeats its value', async () => {
  const query =
    'query ($m: LeaseMatch, $d: [ID!]!) { tenantsByLease(lease: $m) { nodes { id } } nodes(ids: $d) { id } }';
  const variables = {
    m: { identifier: ['secret-1'], address: { city: { secret: 2 } }, minMoveInDate: 'secret-3' },
    d: [[3]],
  };
  const { errors } = await client.send({ query, variables });
  expect(errors?.map(({ message }) => message)).toEqual([
    'The variable `$m.identifier` must be of the type String.',
    'The variable `$m.minMoveInDate` must be of the type LocalDate: a valid date, YYYY-MM-DD.',
    'The variable `$m.address.city` must be of the type String.',
    'The variable `$d[0]` must be of the type ID.',
  ]);
  expect(JSON.stringify(errors)).not.toContain('secret');
});

const errorsOf = async (query: string) => {
  const { errors = [] } = await client.send({ query });
  return errors.map(({ message, extensions: { code }, ...rest }) => ({ message, code, ...rest }));
};

it('reports at most ten errors, each in at most 500 characters', async () => {
  const unknown = await errorsOf(
    `{ viewer { ${Array.from({ length: 101 }, (_, i) => `${'x'.repeat(600)}${i}`).join(' ')} } }`,
  );
  expect(unknown).toHaveLength(11);
  expect(unknown[9]).toMatchObject({
    message: `Cannot query field "${'x'.repeat(480)}`,
    code: 'GRAPHQL_VALIDATION_FAILED',
  });
  expect(unknown[10]?.message).toBe('Too many validation errors, error limit reached. Validation aborted.');
  const [syntax] = await errorsOf(`{ "${'x'.repeat(10_000)}" }`);
  expect([syntax?.message, syntax?.code]).toEqual([
    'Syntax Error: Expected Name, found String.',
    'GRAPHQL_PARSE_FAILED',
  ]);
});

it('gives the locations of errors, also of an execution', async () => {
  expect(await errorsOf('{\r\n viewer {\r unknown } }')).toMatchObject([{ locations: [{ line: 3, column: 2 }] }]);
  expect(await errorsOf('{\n # no line: \u2028\n a: tenantsByLease(first: 101) { totalCount } }')).toMatchObject([
    { message: '`first` must be from 0 to 100.', locations: [{ line: 3, column: 2 }], path: ['a'] },
  ]);
});

it('`active: true` and `activeOn` cannot be combined, and `active: false` is the same as its absence', async () => {
  const errorsWith = (active: boolean) =>
    errorsOf(
      `{ leasesForTenant(tenant: {identifier: "x"}, active: ${active}, activeOn: "2026-01-31") { totalCount } }`,
    );
  expect(await errorsWith(true)).toMatchObject([
    { message: '`active` and `activeOn` must not be given together.', code: 'BAD_USER_INPUT' },
  ]);
  expect(await errorsWith(false)).toEqual([]);
});

it.each([
  ['a mutation', { query: 'mutation { __typename }' }],
  ['a subscription', { query: 'subscription { __typename }' }],
  ['an unknown operation', { query: 'query A { __typename }', operationName: 'B' }],
  [
    'null for a required flag',
    {
      query: 'query ($a: Boolean) { leasesForTenant(tenant: {identifier: "x"}, active: $a) { totalCount } }',
      variables: { a: null },
    },
  ],
  [
    'more refused values than are reported',
    { query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables: { ids: Array(60).fill(null) as null[] } },
  ],
])('%s is invalid_request, not a server error', async (_name, body) => {
  const { status, errors } = await client.send(body, GRAPHQL_RESPONSE);
  expect([status, new Set(errors?.map(({ extensions }) => extensions.type))]).toEqual([
    400,
    new Set(['invalid_request']),
  ]);
});

it.each([
  ['{ leasesForTenant(tenant: {}) { totalCount } }', 'no_tenant_information'],
  ['{ leasesForTenant(tenant: {identifier: " ", group: {identifier: "a"}}) { totalCount } }', 'no_tenant_information'],
  ['{ leasesForTenant(tenant: {externalRef: "x", emailAddress: "a@b"}) { totalCount } }', 'missing_group'],
  ['{ leasesForTenant(tenant: {externalRef: "x", group: {identifier: " "}}) { totalCount } }', 'missing_group'],
  ['{ tenantsByLease(after: "x") { totalCount } }', 'invalid_cursor'],
])('%s is refused by the lookup: 200 with %s', async (query, type) => {
  for (const accept of [GRAPHQL_RESPONSE, JSON_RESPONSE]) {
    const { status, errors } = await client.send({ query }, accept);
    expect([status, errors?.[0]?.extensions]).toEqual([200, { code: 'BAD_USER_INPUT', type }]);
  }
});

describe('/graphql', () => {
  const getTypename = (headers: Readonly<Record<string, string>>) =>
    [
      'GET /graphql?query={__typename} HTTP/1.1',
      'Host: gateway.example',
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n');

  it('answers every error as GraphQL does', async () => {
    const post = (body: string, headers: Record<string, string>) =>
      fetch(`${gateway.url}/graphql`, { method: 'POST', body, headers });
    const json = { 'content-type': 'application/json' };
    const authorization = `Bearer ${await signToken({ groups: [] })}`;
    const large = `{"query":"${'x'.repeat(130 * 1024)}"}`;
    const cases: [Response, number, string][] = [
      [await fetch(`${gateway.url}/graphql`, { method: 'PUT' }), 405, 'method_not_allowed'],
      [await fetch(`${gateway.url}/graphql?query=mutation{__typename}`), 405, 'invalid_request'],
      [await post('{', json), 400, 'invalid_json'],
      [await post('[]', json), 400, 'invalid_request'],
      [await post('{}', json), 400, 'invalid_request'],
      [await post('{ __typename }', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
      [await post(large, { ...json, authorization }), 413, 'payload_too_large'],
      [await post(large, json), 401, 'missing_authorization'],
      [await fetch(`${gateway.url}/graphql?query={viewer{subject}}`), 401, 'missing_authorization'],
    ];
    for (const [response, status, type] of cases) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toContain('json');
      const body = (await response.json()) as { errors: { extensions: { type: string } }[] };
      expect(Object.keys(body)).toEqual(['errors']);
      expect(body.errors[0]?.extensions.type).toBe(type);
    }
    expect(cases[0]![0].headers.get('allow')).toBe('GET, POST');
  });

  it('answers a query by GET unless a header shows that it comes from the page of another site', async () => {
    const ownPage = { 'sec-fetch-site': 'same-origin', referer: `${gateway.url}/` };
    const signs: (Record<string, string> | undefined)[] = [undefined, { 'sec-fetch-site': 'none' }, ownPage];
    for (const headers of signs) {
      const response = await fetch(`${gateway.url}/graphql?query={__typename}`, { headers });
      expect([response.status, await response.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
    }
  });

  it.each([
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['origin', 'https://other.example'],
    ['referer', 'https://other.example/page'],
  ])('refuses every GET with %s: %s as one from the page of another site', async (name, value) => {
    const sign = { [name]: value };
    // Node's fetch sets some of these itself.
    const [refused] = await exchange(gateway.url, [getTypename(sign)]);
    expect(refused?.status).toBe(401);
    expect(refused?.body).toContain('"type":"missing_authorization"');
    const [taken] = await exchange(gateway.url, [getTypename({ ...sign, 'apollo-require-preflight': '1' })]);
    expect(taken?.status).toBe(200);
  });
});
