import { includes, parsePosition } from '../../src/db/hosts';

const [A, B] = ['3e11fa47-71ca-11e1-9e33-c80aa9429562', '4f22fb58-71ca-11e1-9e33-c80aa9429562'];

test.each([
  ['a later one', '0-1-8', '0-1-7', true],
  ['an earlier one', '0-1-6', '0-1-7', false],
  ['the same of another server, after a fail-over', '0-2-9', '0-1-7', true],
  ['one domain of two', '0-1-7', '0-1-7,1-1-1', false],
  ['more domains', '0-1-7,1-1-1', '0-1-7', true],
  ['MySQL: all', `${A}:1-9`, `${A}:1-7`, true],
  ['MySQL: one less', `${A}:1-6`, `${A}:1-7`, false],
  ['MySQL: a gap', `${A}:1-3:5-9`, `${A}:1-7`, false],
  ['MySQL: another source', `${B}:1-9`, `${A}:1-7`, false],
  ['MySQL: each range of several', `${A}:1-3:7-9`, `${A}:2-3:8`, true],
  ['MySQL: one range of several', `${A}:1-3:7-9`, `${A}:5:2-3`, false],
  ['MySQL: two sources, in lines', `${A}:1-9,\n${B}:1-2`, `${B}:1-2`, true],
  ['MySQL: another tag', `${A}:1-9:blue:1-2`, `${A}:green:1`, false],
  ['MySQL: a tag beside none', `${A}:1-9:blue:1-2:4`, `${A}:1-9:blue:4`, true],
])('%s: of %s and %s', (_name, position, other, expected) => {
  expect(includes(parsePosition(position)!, parsePosition(other)!)).toBe(expected);
});

test.each(['', ' ', 'NULL', 'x0-1-7', '0-1-7x', '0-1', `${A}:x1`, `${A}:1-2x`, `${A}:`])(
  '%j is no position',
  (text) => {
    expect(parsePosition(text)).toBeNull();
  },
);
