/** The work for a document that is refused: counted, not timed (docs/use/graphql.md). */

import { buildSchema, coerceInputValue, GraphQLError, GraphQLID, GraphQLList, Kind, parse } from 'graphql';

import { ServiceError } from '../../src/errors';
import { refusedVariables } from '../../src/graphql/errors';
import { decodeNodeId, encodeCursor, decodeCursor } from '../../src/schema/opaque-ids';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { signToken } from '../support/tokens';

const times = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join(' ');

let database: TestDatabase;
let gateway: TestGateway;
let client: ReturnType<typeof graphqlClient>;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  client = graphqlClient(gateway.url, await signToken({ groups: '*' }));
});

afterAll(async () => {
  await gateway.close();
  await database.drop();
});

const errorsOf = async (query: string, variables?: Record<string, unknown>) => {
  const { errors = [] } = await client.send({ query, variables });
  return errors.map(({ message, extensions: { code }, ...rest }) => ({ message, code, ...rest }));
};

test('at most ten errors are reported, each in at most 500 characters', async () => {
  const unknown = await errorsOf(`{ viewer { ${times(101, (i) => `${'x'.repeat(600)}${i}`)} } }`);
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

test('errors have locations, also those of an execution', async () => {
  expect(await errorsOf('{\r\n viewer {\r unknown } }')).toMatchObject([{ locations: [{ line: 3, column: 2 }] }]);
  expect(await errorsOf('{\n # no line: \u2028\n a: tenantsByLease(first: 101) { totalCount } }')).toMatchObject([
    { message: '`first` must be from 0 to 100.', locations: [{ line: 3, column: 2 }], path: ['a'] },
  ]);
});

test('the pairs of fields of one name count as cost', async () => {
  const lookups = (count: number) =>
    `{ viewer { groups(first: 0) { pageInfo { hasNextPage } } ${times(count, () => 'groups(first: 0) { __typename }')} } }`;
  expect(await errorsOf(lookups(199))).toEqual([]);
  expect(await errorsOf(lookups(200))).toMatchObject([
    {
      message: 'The operation is too large: pairs of fields of one name 20100, of at most 20000.',
      code: 'MAX_COST_LIMIT',
    },
  ]);
});

test.each([
  ['that an operation spreads', '{ ...F0 }'],
  ['that nobody spreads', '{ __typename }'],
])('cyclic fragments are refused: %s', async (_name, operation) => {
  const spreads = (i: number) => times(3, (k) => `...F${(i + k + 1) % 130}`);
  const fragments = times(130, (i) => `fragment F${i} on Query { ${spreads(i)} }`);
  const errors = await errorsOf(`${operation}\n${fragments}`);
  expect(errors).toHaveLength(1);
  expect(errors[0]?.message).toMatch(/^Cannot spread fragment "F\d+" within itself/);
  expect(errors[0]?.code).toBe('GRAPHQL_VALIDATION_FAILED');
});

describe('variables', () => {
  const IDS = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';

  it('hold at most 2,000 values', async () => {
    const ids = (count: number) => ({ ids: Array.from({ length: count }, () => ({})) });
    expect(await errorsOf(IDS, ids(2000))).toEqual([
      expect.objectContaining({
        message: 'The operation is too large: the variables have more than 2000 values.',
        code: 'MAX_TOKENS_LIMIT',
      }),
    ]);
    const errors = await errorsOf(IDS, ids(1999));
    expect(errors).toHaveLength(11);
    expect(errors[9]?.message).toBe('The variable `$ids[9]` does not have the type that the schema asks for.');
  });

  it('are searched only until every reported error has its path', () => {
    let looks = 0;
    const value = { toJSON: () => ((looks += 1), 'x') };
    const [operation] = parse(IDS).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
    const values = { ids: Array.from({ length: 1000 }, () => value) };
    coerceInputValue(values.ids, new GraphQLList(GraphQLID), () => undefined);
    expect(looks).toBeGreaterThanOrEqual(1000);
    looks = 0;
    const nodes = operation.variableDefinitions;
    const errors = times(3, () => 'x')
      .split(' ')
      .map(() => new GraphQLError('"$ids" got invalid value 1', { nodes }));
    const schema = buildSchema('type Query { nodes(ids: [ID!]!): Int }');
    expect(refusedVariables([...errors, new GraphQLError('another')], schema, operation, values)).toEqual([
      ...[0, 1, 2].map((i) => `The variable \`$ids[${i}]\` does not have the type that the schema asks for.`),
      null,
    ]);
    expect(looks).toBe(3);
  });
});

test('an overlong id or cursor is not decoded', () => {
  const decoding = jest.spyOn(Buffer, 'from');
  expect(decodeNodeId('A'.repeat(41))).toBeUndefined();
  expect(decoding).not.toHaveBeenCalled();
  decoding.mockRestore();
  const longest = encodeCursor('tenant', Number.MAX_SAFE_INTEGER);
  expect(decodeCursor('tenant', longest)).toBe(Number.MAX_SAFE_INTEGER);
});

test('a refusal has no stack and a failure has one', () => {
  expect(new ServiceError('invalidCursor').stack).toBe(
    'ServiceError: This operation did not issue this paging cursor.',
  );
  expect(new ServiceError('internalError').stack).toContain('\n    at ');
});
