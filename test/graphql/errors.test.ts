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

const list = (count: number, of: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => of(nth)).join(' ');
const ACTIVE = 'leasesForTenant(tenant: {identifier: "x"}, activeOn: "2026-01-31", active:';
const variables = {
  m: { identifier: ['secret-1'], address: { city: { secret: 2 } }, minMoveInDate: 'secret-3' },
  d: [[3]],
};

/** All that is answered: no message repeats a value. */
it.each<[string, string, object?]>([
  ['syntax', '{'],
  ['a text for a name', '{ leasesForTenant(tenant: { "secret" }) }'],
  ['a number behind the end', '{ viewer } 4930123456'],
  ['a block for a name', '{ viewer """secret""" }'],
  ['an end too early', '{ viewer'],
  ['a name behind the end', '{ viewer } secret'],
  ['a long text for a name', `{ "${'secret'.repeat(2000)}" }`],
  ['an unknown field', '{ tenants { id } }'],
  ['101 unknown fields with long names', `{ viewer { ${list(101, (nth) => `${'x'.repeat(600)}${nth}`)} } }`],
  ['a place after several kinds of lines', '{\r\n viewer {\r unknown } }'],
  ['a number for a string', '{ leasesForTenant(tenant: {identifier: 0}) { totalCount } }'],
  [
    'two names of a group in a variable',
    'query ($g: GroupRef) { tenantsByLease(lease: {group: $g}) { totalCount } }',
    { variables: { g: { identifier: 'secret', externalRef: 'b' } } },
  ],
  [
    'variables of other types',
    'query ($m: LeaseMatch, $d: [ID!]!) { tenantsByLease(lease: $m) { nodes { id } } nodes(ids: $d) { id } }',
    { variables },
  ],
  ['a page size that is too large', '{\n # no line: \u2028\n a: tenantsByLease(first: 101) { totalCount } }'],
  ['a text that is too long', `{ leasesForTenant(tenant: {identifier: "${'x'.repeat(256)}"}) { totalCount } }`],
  ['`active: true` and `activeOn`', `{ ${ACTIVE} true) { totalCount } }`],
  ['`active: false`, which is the same as its absence', `{ ${ACTIVE} false) { totalCount } }`],
  ['a mutation', 'mutation { __typename }'],
  ['a subscription', 'subscription { __typename }'],
  ['no chosen operation', 'query A { __typename } query B { __typename }', { operationName: null }],
  ['an unknown operation', 'query A { __typename }', { operationName: 'B' }],
  [
    'null for a required flag',
    'query ($a: Boolean) { leasesForTenant(tenant: {identifier: "x"}, active: $a) { totalCount } }',
    { variables: { a: null } },
  ],
  [
    'more refused values than are reported',
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { variables: { ids: Array(60).fill(null) as null[] } },
  ],
  ['no tenant', '{ leasesForTenant(tenant: {}) { totalCount } }'],
  ['a blank tenant', '{ leasesForTenant(tenant: {identifier: " ", group: {identifier: "a"}}) { totalCount } }'],
  ['no group', '{ leasesForTenant(tenant: {externalRef: "x", emailAddress: "a@b"}) { totalCount } }'],
  ['a blank group', '{ leasesForTenant(tenant: {externalRef: "x", group: {identifier: " "}}) { totalCount } }'],
  ['an invalid cursor', '{ tenantsByLease(after: "x") { totalCount } }'],
])('%s', async (...[, query, more]) => {
  const answerTo = async (accept: Record<string, string>) => {
    const { status, data, errors } = await client.send<unknown>({ query, ...more }, accept);
    return { status, data, errors };
  };
  const [strict, lenient] = [await answerTo(GRAPHQL_RESPONSE), await answerTo(JSON_RESPONSE)];
  expect(strict).toMatchSnapshot();
  expect(lenient).toEqual({ ...strict, status: 200 });
  expect(JSON.stringify(strict)).not.toContain('secret');
  for (const { message } of strict.errors ?? []) expect(message.length).toBeLessThanOrEqual(500);
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
    for (const response of [
      await fetch(`${gateway.url}/graphql`, { method: 'PUT' }),
      await fetch(`${gateway.url}/graphql?query=mutation{__typename}`),
      await post('{', json),
      await post('[]', json),
      await post('{}', json),
      await post('{ __typename }', { 'content-type': 'text/plain' }),
      await post(large, { ...json, authorization }),
      await post(large, json),
      await fetch(`${gateway.url}/graphql?query={viewer{subject}}`),
    ]) {
      const heads = ['content-type', 'allow', 'www-authenticate', 'cache-control'].map((name) =>
        response.headers.get(name),
      );
      expect([response.status, ...heads, await response.json()]).toMatchSnapshot();
    }
  });

  it('answers a query by GET unless a header shows that it comes from the page of another site', async () => {
    const ownPage = { 'sec-fetch-site': 'same-origin', referer: `${gateway.url}/` };
    for (const headers of [undefined, { 'sec-fetch-site': 'none' }, ownPage]) {
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
