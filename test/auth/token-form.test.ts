import { newOpaqueToken, opaqueTokenProblem } from '../../src/auth/opaque-token';
import { unknownToken } from '../support/opaque-tokens';

/** Decisions 28 and 54: the form of an opaque token, and what is refused by its form. */

test('a generated token has one pattern for all random bytes', () => {
  const bits = Array.from({ length: 256 }, (_, bit) => Buffer.alloc(32).fill(1 << (bit & 7), bit >> 3, (bit >> 3) + 1));
  const tokens = [Buffer.alloc(32), Buffer.alloc(32, 255), ...bits].map(newOpaqueToken);
  expect(new Set(tokens).size).toBe(258);
  for (const token of tokens) {
    expect(token).toMatch(/^leasegate_[0-9A-Za-z]{49}$/);
    expect(opaqueTokenProblem(token)).toBeUndefined();
  }
  expect(tokens[0]).toContain('0'.repeat(43));
  expect(() => newOpaqueToken(Buffer.alloc(31))).toThrow('32 random bytes');
});

test('every changed character and every swap of two is detected', () => {
  const token = unknownToken();
  for (let at = 'leasegate_'.length; at < token.length; at += 1) {
    for (const other of 'aZ0') {
      if (token[at] === other) continue;
      expect(opaqueTokenProblem(token.slice(0, at) + other + token.slice(at + 1))).toMatch(/checksum/);
    }
    const [here = '', next = ''] = [token[at], token[at + 1]];
    if (here === next || next === '') continue;
    expect(opaqueTokenProblem(token.slice(0, at) + next + here + token.slice(at + 2))).toMatch(/checksum/);
  }
  for (const other of [token.slice(0, -1), `${token}0`, token.slice(0, 40)])
    expect(opaqueTokenProblem(other)).toMatch(/checksum/);
});

test.each([
  ['short'.padEnd(16, 'x')],
  ['long'.padEnd(1024, 'x')],
  ['glpat-3kPq_9sT.vWx/yz+A='],
  ['a.b.c.d-0123456789'],
  ['0123456789abcdef.0123456789abcdef'],
])('a token of elsewhere may read %.30s', (token) => expect(opaqueTokenProblem(token)).toBeUndefined());

test.each([
  ['short'.padEnd(15, 'x'), 'fewer than 16'],
  ['long'.padEnd(1025, 'x'), 'more than 1024'],
  ['0123456789 abcdefgh', 'a blank'],
  ['0123456789abcdefgh\n', 'a blank'],
  ['0123456789abcdefgh\0', 'control'],
  ['0123456789äbcdefgh', 'beyond ASCII'],
  ['aaaaaaaa.bbbbbbbb.cccccccc', 'JSON Web Token'],
])('no token reads %.30j', (token, problem) => expect(opaqueTokenProblem(token)).toContain(problem));
