/** The memory that documents take, and the locations of errors after their text is dropped. */

import { buildSchema, parse, validate } from 'graphql';

import { charactersOf, dropText, heldBytes, locationsOf } from '../../src/graphql/parsed-documents';

const schema = buildSchema('type Query { a: Int }');

test('the text and each line count, because comments are kept although they are not counted as tokens', () => {
  const bytes = (text: string) => heldBytes(parse(text));
  const bare = bytes('{a}');
  expect(bytes(`{a}#${'€'.repeat(1000)}`) - bare).toBeGreaterThanOrEqual(2000);
  expect(bytes(`{a}${'#\n'.repeat(1000)}`) - bare).toBeGreaterThanOrEqual(88_000);
  expect(bytes(`{${'a '.repeat(1000)}}`) - bare).toBeGreaterThanOrEqual(488_000);
});

test.each([
  ['every kind of line end', '{\n b\r\n c\r\r d ,, e}\n'],
  ['characters that are not line ends', '\ufeff{ \u0020\n # \u2028 \u0085\n b #\n\n c }'],
  ['a string of several lines', '{ a(x: """\n\r\n \\""" \r""") b\n c(y: "\\n") }'],
  ['several definitions', 'query A { b }\nquery A\r{ c }\r\nfragment F on Query { a }'],
])('errors have the locations of graphql-js: %s', (_name, text) => {
  const expected = validate(schema, parse(text)).map(({ locations }) => locations);
  const document = parse(text);
  dropText(document);
  expect(expected.length).toBeGreaterThan(1);
  expect(validate(schema, document).map(({ nodes }) => locationsOf(nodes))).toEqual(expected);
  expect([document.loc?.source.body, charactersOf(document.loc!)]).toEqual(['', text.length]);
});
