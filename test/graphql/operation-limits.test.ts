/** Each limit of an operation is exact, and its refusal names it: docs/use/graphql.md. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildSchema, type DocumentNode, GraphQLError, Kind, parse } from 'graphql';

import { ServiceError } from '../../src/errors';
import { OperationLimits } from '../../src/graphql/limits/operation-limits';

const schema = buildSchema(readFileSync(join(__dirname, '..', '..', 'schema.graphql'), 'utf8'));
const LIMITS = { tokens: 2_000, cost: 198 };

const times = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join(' ');

const operationIn = (document: DocumentNode) =>
  document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);

/** What a caller gets: a code and a message, or undefined. */
function refusal(text: string, variables: object = {}): [unknown, string] | undefined {
  const limits = new OperationLimits(schema, LIMITS);
  const document = parse(text);
  try {
    const refused = limits.refusalOf(document);
    if (refused !== undefined) throw refused;
    limits.check(document, operationIn(document), variables);
  } catch (error) {
    if (error instanceof ServiceError) return [error.entry.code, error.message];
    if (error instanceof GraphQLError) return [error.extensions.code, error.message];
    throw error;
  }
  return undefined;
}

/** 21 levels. */
const DEEP = `${'a { '.repeat(20)}a${' }'.repeat(20)}`;

const tooLarge = (word: string, what: string) => [`MAX_${word}_LIMIT`, `The operation is too large: ${what}.`];

test.each<[string, (size: number) => string, number, unknown]>([
  [
    'depth',
    (size) => `{ a ${'{ a '.repeat(size - 1)}${'}'.repeat(size - 1)} }`,
    20,
    tooLarge('DEPTH', 'fields within fields 21, of at most 20'),
  ],
  [
    'pairs of fields of one name',
    (size) => `{ viewer { ${times(size, () => 'groups(first: 0) { pageInfo { endCursor } }')} } }`,
    20,
    tooLarge('COST', 'pairs of fields of one name 210, of at most 198'),
  ],
])('%s', (_name, text, most, expected) => {
  expect(refusal(text(most))).toBeUndefined();
  expect(refusal(text(most + 1))).toEqual(expected);
});

test('fields of one name under different aliases are no pairs', () => {
  expect(
    refusal(`{ viewer { ${times(21, (nth) => `a${nth}: groups(first: 0) { p${nth}: pageInfo { endCursor } }`)} } }`),
  ).toBeUndefined();
});

test('cost, by the values of the variables', () => {
  const text = 'query ($n: Int = 2) { tenantsByLease(first: $n) { nodes { leases(first: 10) { nodes { id } } } } }';
  expect(refusal(text)).toBeUndefined();
  expect(refusal(text, { n: 18 })).toBeUndefined();
  expect(refusal(text, { n: 19 })).toEqual(
    tooLarge(
      'COST',
      'the cost 209, of at most 198; 209 of it is `tenantsByLease`, so lower its `first` or that of a connection in it',
    ),
  );
  expect(refusal(text, { n: null })?.[0]).toBe('MAX_COST_LIMIT');
});

test('cost, whatever page size a variable has', () => {
  const text = 'query ($n: Int) { tenantsByLease(first: 10) { nodes { leases(first: $n) { nodes { id } } } } }';
  expect(refusal(text)).toBeUndefined();
  expect(refusal(text, { n: 100 })).toEqual(
    tooLarge(
      'COST',
      'the cost 1010, of at most 198; 1010 of it is `tenantsByLease`, so lower its `first` or that of a connection in it',
    ),
  );
});

test('values of variables, in every operation', () => {
  const variables = (size: number) => ({ list: Array.from({ length: size - 1 }, () => 1) });
  expect(refusal('{ __typename }', variables(2000))).toBeUndefined();
  expect(refusal('{ __typename }', variables(2001))).toEqual(
    tooLarge('TOKENS', 'the variables have more than 2000 values'),
  );
});

test('a fragment that is not used has no limits of its own', () => {
  expect(refusal(`{ __typename } fragment F on Lease { ${DEEP} }`)).toBeUndefined();
});

test('the second operation of a document has the same limits, and each its own cost', () => {
  expect(refusal(`query A { __typename } query B { ${DEEP} }`)?.[0]).toBe('MAX_DEPTH_LIMIT');
  const limits = new OperationLimits(schema, LIMITS);
  const document = parse('{ __typename } query B { a: tenantsByLease { nodes { id } } }');
  expect(limits.refusalOf(document)).toBeUndefined();
  const [first, second] = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  expect([first, second].map((each) => limits.allowsWithoutToken(each!))).toEqual([true, true]);
  expect(() => limits.check(document, second, {})).not.toThrow();
  expect(() => limits.check(document, undefined, {})).not.toThrow();
});

test('fragments that spread each other are refused as validation refuses them', () => {
  const text = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
  expect(refusal(text)).toEqual(['GRAPHQL_VALIDATION_FAILED', 'Cannot spread fragment "A" within itself via "B".']);
  const limits = new OperationLimits(schema, LIMITS);
  expect((limits.refusalOf(parse(text)) as GraphQLError).nodes).toHaveLength(2);
});

test('an admitted document loses its text, and what was not admitted may not run without a token', () => {
  const limits = new OperationLimits(schema, LIMITS);
  const small = parse('{ __typename }');
  expect(limits.allowsWithoutToken(operationIn(small)!)).toBe(false);
  expect(limits.refusalOf(small)).toBeUndefined();
  expect(limits.allowsWithoutToken(operationIn(small)!)).toBe(true);
  expect(small.loc?.source.body).not.toContain('__typename');
});
