import { includes, parsePosition } from '../../src/db/hosts';

const [A, B] = ['3e11fa47-71ca-11e1-9e33-c80aa9429562', '4f22fb58-71ca-11e1-9e33-c80aa9429562'];

describe.each([
  ['the same', '0-1-7', '0-1-7', true],
  ['a later one', '0-1-8', '0-1-7', true],
  ['an earlier one', '0-1-6', '0-1-7', false],
  ['the same of another server, after a fail-over', '0-2-9', '0-1-7', true],
  ['one domain of two', '0-1-7', '0-1-7,1-1-1', false],
  ['more domains', '0-1-7,1-1-1', '0-1-7', true],
  ['MySQL: all', `${A}:1-9`, `${A}:1-7`, true],
  ['MySQL: one less', `${A}:1-6`, `${A}:1-7`, false],
  ['MySQL: a gap', `${A}:1-3:5-9`, `${A}:1-7`, false],
  ['MySQL: a single one', `${A}:1-3:5`, `${A}:5`, true],
  ['MySQL: another source', `${B}:1-9`, `${A}:1-7`, false],
  ['MySQL: two sources, in lines', `${A}:1-9,\n${B}:1-2`, `${B}:1-2`, true],
  ['MySQL: another tag', `${A}:1-9:blue:1-2`, `${A}:green:1`, false],
  ['MySQL: a tag beside none', `${A}:1-9:blue:1-2:4`, `${A}:1-9:blue:4`, true],
])('%s', (_name, position, other, expected) => {
  test(`${position} ${expected ? 'includes' : 'does not include'} ${other}`, () => {
    expect(includes(parsePosition(position)!, parsePosition(other)!)).toBe(expected);
  });
});

test.each(['', ' ', 'NULL'])('“%s” is not a position', (text) => expect(parsePosition(text)).toBeNull());

test.each<[string, readonly (readonly [string, readonly (readonly [number, number])[]])[]]>([
  ['0-1-7', [['0', [[1, 7]]]]],
  ['12-345-6789', [['12', [[1, 6789]]]]],
  [
    '0-1-7,10-20-300',
    [
      ['0', [[1, 7]]],
      ['10', [[1, 300]]],
    ],
  ],
  [
    `${A}:1-12:305-4000,\n${B}:25:blue:3`,
    [
      [
        A,
        [
          [1, 12],
          [305, 4000],
        ],
      ],
      [B, [[25, 25]]],
      [`${B}:blue`, [[3, 3]]],
    ],
  ],
])('%j is read with all its numbers', (text, expected) => {
  expect([...parsePosition(text)!]).toEqual(expected);
});

test.each(['x0-1-7', '0-1-7x', '0-1', `${A}:x1`, `${A}:1-2x`, `${A}:`])('%j has no numbers', (text) => {
  expect(parsePosition(text)).toBeNull();
});

test('every range of a source must be included', () => {
  const own = parsePosition(`${A}:1-3:7-9`)!;
  expect(includes(own, parsePosition(`${A}:2-3:8`)!)).toBe(true);
  expect(includes(own, parsePosition(`${A}:2-3:5`)!)).toBe(false);
  expect(includes(own, parsePosition(`${A}:5:2-3`)!)).toBe(false);
});
