import { CompactSign } from 'jose';

import { signToken, TEST_SECRET, type TokenOptions } from '../support/tokens';
import { NOW, verdictWith } from './clocked';

/** Decision 29: what a token must contain, and which fault decides when there are several. */

const ENV = { AUTH_JWT_SECRET: TEST_SECRET };
const issuedFor = verdictWith({ ...ENV, AUTH_JWT_ISSUER: 'https://id.example', AUTH_JWT_AUDIENCE: 'leasegate' });
const anyIssuer = verdictWith(ENV);

const token = (options: TokenOptions = {}) => signToken({ groups: '*', ...options, now: new Date(NOW * 1000) });
const ours = (claims: Record<string, unknown> = {}, options: TokenOptions = {}) =>
  token({ ...options, claims: { iss: 'https://id.example', aud: 'leasegate', ...claims } });

const EXPIRED = { expiresIn: -1 };

test('a token that is entirely valid', async () => {
  expect(await issuedFor(await ours())).toMatchObject({ groups: { kind: 'all' } });
  expect(await issuedFor(await ours({ aud: ['other', 'leasegate'] }))).toMatchObject({ groups: { kind: 'all' } });
  expect(await anyIssuer(await token({ claims: { iss: 'anyone', aud: 'anything' } }))).toMatchObject({ subject: null });
});

test.each([
  ['at the second of its end', { expiresIn: 0 }],
  ['a second later', EXPIRED],
  ['long after', { expiresIn: -1_000_000_000 }],
  ['with a fraction of a second', { claims: { exp: NOW - 0.5 } }],
  ['before 1970', { claims: { exp: -5 } }],
])('expired_token %s', async (_title, options) => {
  expect(await anyIssuer(await token(options))).toBe('expired_token');
});

const TEN_YEARS = 3_660 * 86_400;

test.each([
  [String(NOW + TEN_YEARS), { tokenExpiresAt: new Date((NOW + TEN_YEARS) * 1000) }],
  [String(NOW + TEN_YEARS + 1), 'invalid_authorization'],
  ['253402300800', 'invalid_authorization'],
  [String(NOW * 1000), 'invalid_authorization'],
  ['1e400', 'invalid_authorization'],
  ['-1e400', 'expired_token'],
])('the `exp` %s', async (exp, verdict) => {
  const signing = new CompactSign(Buffer.from(`{"groups":"*","exp":${exp}}`)).setProtectedHeader({ alg: 'HS256' });
  const found = await anyIssuer(await signing.sign(Buffer.from(TEST_SECRET)));
  expect(found).toEqual(typeof verdict === 'string' ? verdict : expect.objectContaining(verdict));
});

test.each([
  ['t-1', 't-1'],
  [undefined, null],
  [5, null],
  [{}, null],
])('the `jti` %j identifies the token as %j', async (jti, id) => {
  expect(await anyIssuer(await token({ claims: { jti } }))).toMatchObject({ token: { kind: 'jwt', id } });
});

test('`nbf` has a leeway of 5 seconds', async () => {
  expect(await anyIssuer(await token({ claims: { nbf: NOW + 5 } }))).toMatchObject({ groups: { kind: 'all' } });
  for (const nbf of [NOW + 6, NOW + 86_400, String(NOW), null]) {
    expect(await anyIssuer(await token({ claims: { nbf } }))).toBe('invalid_authorization');
  }
});

test.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['an issuer that only begins like ours', { iss: 'https://id.example/' }],
  ['no issuer', { iss: undefined }],
  ['issuers in an array', { iss: ['https://id.example'] }],
  ['another audience', { aud: 'other' }],
  ['another among many', { aud: ['other', 'Leasegate'] }],
  ['no audience', { aud: undefined }],
  ['a null audience', { aud: null }],
  ['not yet valid', { nbf: NOW + 600 }],
  ['an ill-typed groups claim', { groups: 5 }],
  ['an ill-typed subject', { sub: 5 }],
])('%s is invalid, expired or not', async (_title, claims) => {
  expect(await issuedFor(await ours(claims))).toBe('invalid_authorization');
  expect(await issuedFor(await ours(claims, EXPIRED))).toBe('invalid_authorization');
});

test('a bad signature is invalid, expired or not', async () => {
  expect(await issuedFor(await ours({}, { secret: 'x'.repeat(32) }))).toBe('invalid_authorization');
  expect(await issuedFor(await ours({}, { ...EXPIRED, secret: 'x'.repeat(32) }))).toBe('invalid_authorization');
  expect(await issuedFor(await ours({}, EXPIRED))).toBe('expired_token');
});

/** Decision 30: which groups a token gives access to. */
describe('the groups claim', () => {
  const signed = (options: TokenOptions) =>
    signToken({ subject: 'jane', ...options, now: new Date(NOW * 1000) }).then(anyIssuer);

  test.each([
    ['*', { kind: 'all' }],
    [[], { kind: 'listed', identifiers: [] }],
    [['*'], { kind: 'listed', identifiers: ['*'] }],
    [['a', 'b ', ''], { kind: 'listed', identifiers: ['a', 'b ', ''] }],
    [undefined, { kind: 'memberships', subject: 'jane' }],
  ])('the claim %j', async (groups, expected) => {
    expect(await signed({ groups })).toMatchObject({ groups: expected });
  });

  test.each([null, '', 'a', '**', ' *', 5, true, {}, { '*': true }, [null], ['a', 5], [['a']]])(
    'the claim %j is invalid',
    async (groups) => expect(await signed({ groups })).toBe('invalid_authorization'),
  );

  test('AUTH_GROUPS_CLAIM names another claim, and `groups` is then ignored', async () => {
    const name = 'https://leasegate.example/groups';
    const renamed = verdictWith({ ...ENV, AUTH_GROUPS_CLAIM: name });
    for (const [claims, groups] of [
      [{ [name]: ['a'] }, { kind: 'listed', identifiers: ['a'] }],
      [{}, { kind: 'memberships', subject: 'jane' }],
    ] as const)
      expect(await renamed(await token({ subject: 'jane', claims }))).toMatchObject({ groups });
  });
});
