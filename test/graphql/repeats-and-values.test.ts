import { parse } from 'graphql';

import { hasMoreValues, mostRepeats } from '../../src/graphql/limits/operation-limits';

test.each([
  ['{ a b a }', 0],
  ['{ a { b } a { b } b { a } }', 2],
  ['{ a(x: 1) c: b(x: 1) a: c(x: 2) }', 2],
  ['{ a { b } a { b } } type X { a: Int }', 2],
  ['query A { a { b } } { ... on T { a { a { b } } } } fragment F on T { ...F ... { a(x: 1) } }', 4],
])('in %s the most frequent name of fields with arguments or a selection occurs %d times', (text, repeats) => {
  expect(mostRepeats(parse(text))).toBe(repeats);
});

test('values are counted on every level', () => {
  const value = { a: [1, { b: null }], c: 'x', d: {} };
  expect([hasMoreValues(value, 5), hasMoreValues(value, 6)]).toEqual([true, false]);
  expect([hasMoreValues('x', 0), hasMoreValues({}, 0)]).toEqual([false, false]);
});
