/** The limits of one operation (`MAX_…_LIMIT`): docs/use/graphql.md. */

import { getIntrospectionQuery } from 'graphql';

import { gatewayForAllTests, startTestGateway } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { signToken } from '../support/tokens';

const STRICT = { accept: 'application/graphql-response+json' };

const times = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join(' ');

const nested = (depth: number, field: (inner: string) => string, leaf: string) => {
  let text = leaf;
  for (let level = 0; level < depth; level += 1) text = field(text);
  return text;
};

/** A chain of fragments, each of which spreads the next one twice: 2^depth fields from a few hundred characters. */
const bomb = (depth: number, leaf: string) =>
  `{ leasesForTenant(tenant: {identifier: "t"}) { nodes { ...F0 } } }
   ${times(depth, (i) => `fragment F${i} on Lease { ...F${i + 1} ...F${i + 1} }`)}
   fragment F${depth} on Lease { ${leaf} }`;

const LOOKUP = 'leasesForTenant(tenant: {identifier: "t"})';

const ABUSIVE: [name: string, query: string, code: string, variables?: Record<string, unknown>][] = [
  ['5,000 directives', `{ viewer { subject ${times(5000, () => '@include(if: true)')} } }`, 'MAX_TOKENS_LIMIT'],
  ['a fragment bomb of lists', bomb(20, 'tenants { leases { totalCount } }'), 'MAX_COST_LIMIT'],
  ['a selection 400 deep', `{ ${nested(400, (inner) => `a { ${inner} }`, 'b')} }`, 'MAX_DEPTH_LIMIT'],
  [
    'depth by fragments',
    `{ ${LOOKUP} { nodes { ...A0 } } }
     ${times(8, (i) => `fragment A${i} on Lease { tenants { leases { nodes { ...A${i + 1} } } } }`)}
     fragment A8 on Lease { id }`,
    'MAX_DEPTH_LIMIT',
  ],
  [
    'nodes by list of ids',
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Tenant { leases(first: 100) { nodes { tenants { id } } } } } }`,
    'MAX_COST_LIMIT',
    { ids: times(100, (i) => `x${i}`).split(' ') },
  ],
  [
    'introspection in a cycle',
    `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['a list 1,900 deep', `{ nodes(ids: ${'['.repeat(1900)}`, 'GRAPHQL_PARSE_FAILED'],
  [
    'a second operation that is too large',
    `query Small { __typename } query Large { ${nested(21, (inner) => `a { ${inner} }`, 'b')} }`,
    'MAX_DEPTH_LIMIT',
  ],
  ['100 kB of commas', `{ __typename }${','.repeat(100_000)}${'#'.repeat(1000)}\n}`, 'GRAPHQL_PARSE_FAILED'],
];

let client: ReturnType<typeof graphqlClient>;
const statements: string[] = [];
const { database, gateway } = gatewayForAllTests({}, { onStatement: (sql) => void statements.push(sql) });

beforeAll(async () => {
  client = graphqlClient(gateway.url, await signToken({ groups: '*' }));
});

describe('an operation above a limit', () => {
  it.each(ABUSIVE)(
    '%s is refused with a short answer and without a statement',
    async (...[, query, code, variables]) => {
      statements.length = 0;
      const body = { query, variables, operationName: query.startsWith('query Small') ? 'Small' : undefined };
      for (const round of ['read for the first time', 'known by now']) {
        const { status, data, errors } = await client.send(body, STRICT);
        const shown = [status, data, errors?.[0]?.extensions];
        expect([round, ...shown]).toEqual([round, 400, undefined, { code, type: 'invalid_request' }]);
        expect(JSON.stringify(errors).length).toBeLessThan(4096);
        expect(JSON.stringify(errors)).not.toMatch(/call stack/);
      }
      expect(statements).toEqual([]);
    },
  );

  it('is refused in words of its own when it is too deep for the parser', async () => {
    const lenient = await startTestGateway({ databaseUrl: database.url, env: { GRAPHQL_MAX_TOKENS: '50000' } });
    const { send } = graphqlClient(lenient.url, await signToken({ groups: '*' }));
    const { status, errors } = await send({ query: `{ nodes(ids: ${'['.repeat(40_000)}` }, STRICT);
    await lenient.close();
    expect([status, errors]).toEqual([
      400,
      [
        {
          message: 'The document is nested too deeply.',
          extensions: { code: 'GRAPHQL_PARSE_FAILED', type: 'invalid_request' },
        },
      ],
    ]);
  });
});

/** Each limit: an operation of this size is within it, and one that is larger by one is refused. */
const EXACT: [name: string, ofSize: (size: number) => object, most: number, message: string][] = [
  [
    'depth',
    (size) => ({ query: `{ a ${'{ a '.repeat(size - 1)}${'}'.repeat(size - 1)} }` }),
    20,
    'fields within fields 21, of at most 20',
  ],
  [
    'pairs of fields of one name, in a selection and in a fragment',
    (size) => {
      const groups = (count: number) => times(count, () => 'group { id }');
      return { query: `{ tenantsByLease(first: 1) { nodes { ${groups(100)} ... { ${groups(size - 100)} } } } }` };
    },
    200,
    'pairs of fields of one name 20100, of at most 20000',
  ],
  [
    'cost, by the value of a variable',
    (n) => ({
      query: `query ($n: Int = 2) {
        tenantsByLease(first: $n) { nodes { leases(first: $n) { nodes { tenants { id } } } } } }`,
      variables: { n },
    }),
    81,
    'the cost 20254, of at most 20000; 20254 of it is `tenantsByLease`, so lower its `first` or that of a connection in it',
  ],
  [
    'values of variables, the list with them',
    (size) => ({ query: '{ __typename }', variables: { list: times(size - 1, String).split(' ') } }),
    2000,
    'the variables have more than 2000 values',
  ],
];

it.each(EXACT)('the limit is exact: %s', async (_name, ofSize, most, message) => {
  const [within, refused] = [await client.send(ofSize(most)), await client.send(ofSize(most + 1))];
  expect(JSON.stringify(within)).not.toContain('too large');
  expect(refused.errors?.map((error) => error.message)).toEqual([`The operation is too large: ${message}.`]);
});

it('fragments that spread each other are refused as validation refuses them', async () => {
  const { errors } = await client.send({ query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' });
  expect(errors).toEqual([
    {
      message: 'Cannot spread fragment "A" within itself via "B".',
      locations: [1, 2].map(() => ({ line: 1, column: expect.any(Number) as number })),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED', type: 'invalid_request' },
    },
  ]);
});

describe('an ordinary operation', () => {
  const page = (node: string) => `{ pageInfo { hasNextPage endCursor } edges { cursor node { ${node} } } }`;
  const ASKED: readonly (readonly [string, string])[] = [
    ['the introspection of GraphQL tools', getIntrospectionQuery()],
    [
      'the smaller operation of a document',
      `query Small { __typename } query Large { ${times(90, (i) => `a${i}: viewer { subject }`)} b: tenantsByLease { totalCount } }`,
    ],
    ['many equal fields without a selection', `{ tenantsByLease(first: 1) { nodes { ${times(300, () => 'id')} } } }`],
    [
      'a Relay query of two levels',
      `{ tenantsByLease(first: 100) ${page(`identifier leases(first: 10) ${page('identifier group { identifier }')}`)} }`,
    ],
    [
      'a Relay query of two levels at their default sizes, with the tenants of the leases',
      `{ ${LOOKUP} ${page(`tenants { identifier leases ${page('identifier tenants { identifier }')} }`)} }`,
    ],
  ];

  it.each(ASKED)('%s is within the limits', async (_name, query) => {
    const operationName = query.startsWith('query Small') ? 'Small' : undefined;
    expect((await client.send({ query, operationName })).errors).toBeUndefined();
  });
});
