import { signToken, TEST_SECRET, type TokenOptions } from '../support/tokens';
import { NOW, verdictWith } from './verdict';

/** Decision 30: which groups a token gives access to. */

const verdict = verdictWith({ AUTH_JWT_SECRET: TEST_SECRET });
const renamed = verdictWith({ AUTH_JWT_SECRET: TEST_SECRET, AUTH_GROUPS_CLAIM: 'https://leasegate.example/groups' });

const token = (options: TokenOptions) => signToken({ ...options, now: new Date(NOW * 1000) });

test.each([
  ['*', { kind: 'all' }],
  [[], { kind: 'listed', identifiers: [] }],
  [['*'], { kind: 'listed', identifiers: ['*'] }],
  [['a', 'b ', ''], { kind: 'listed', identifiers: ['a', 'b ', ''] }],
])('the claim %j', async (groups, expected) => {
  expect(await verdict(await token({ groups, subject: 'jane' }))).toMatchObject({ groups: expected });
});

test.each([null, '', 'a', '**', ' *', 5, true, {}, { '*': true }, [null], ['a', 5], [['a']]])(
  'the claim %j is invalid',
  async (groups) => {
    expect(await verdict(await token({ groups, subject: 'jane' }))).toBe('invalid_authorization');
  },
);

test('without the claim the subject’s memberships decide; without a subject there is no group', async () => {
  expect(await verdict(await token({ subject: 'jane' }))).toMatchObject({
    groups: { kind: 'memberships', subject: 'jane' },
  });
  expect(await verdict(await token({}))).toMatchObject({ groups: { kind: 'listed', identifiers: [] } });
});

test('AUTH_GROUPS_CLAIM names another claim, and `groups` is then ignored', async () => {
  const claims = { 'https://leasegate.example/groups': ['a'] };
  expect(await renamed(await token({ subject: 'jane', groups: '*', claims }))).toMatchObject({
    groups: { kind: 'listed', identifiers: ['a'] },
  });
  expect(await renamed(await token({ subject: 'jane', groups: '*' }))).toMatchObject({
    groups: { kind: 'memberships', subject: 'jane' },
  });
});
