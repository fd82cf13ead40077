import { parse } from 'graphql';

import { hasMoreValues, repeatedPairs } from '../../src/graphql/limits/operation-limits';

test.each([
  ['{ a b a }', 0],
  ['{ a { b } a { b } b { a } }', 1],
  ['{ a(x: 1) c: b(x: 1) a: c(x: 2) }', 1],
  ['{ a { b } a { b } } type X { a: Int }', 1],
  ['query A { a { b } } { ... on T { a { a { b } } } } fragment F on T { ...F ... { a(x: 1) } }', 6],
])('in %s the fields with arguments or a selection that share a name form %d pairs', (text, pairs) => {
  expect(repeatedPairs(parse(text))).toBe(pairs);
});

test('values are counted on every level', () => {
  const value = { a: [1, { b: null }], c: 'x', d: {} };
  expect([hasMoreValues(value, 5), hasMoreValues(value, 6)]).toEqual([true, false]);
  expect([hasMoreValues('x', 0), hasMoreValues({}, 0)]).toEqual([false, false]);
});
