import type { JWTVerifyGetKey } from 'jose';

import { jsonWebTokenVerifier } from '../../src/auth/json-web-token';
import { algorithmsOf, verifiesTokens } from '../../src/auth/public-keys';
import { ServiceError } from '../../src/errors';
import { signToken, TEST_SECRET } from '../support/tokens';
import { crafted, NOW } from './verdict';

/** Decision 28: the one spelling of a token, and the keys that may verify it. */

const secret = Buffer.from(TEST_SECRET);
const now = () => new Date(NOW * 1000);

const typeOf = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) return error.entry.type;
    throw error;
  }
};

test('a token has one spelling: blanks, padding and unused bits are refused', async () => {
  const token = await signToken({ groups: '*', now: now() });
  const verify = jsonWebTokenVerifier({ settings: { secret, groupsClaim: 'groups' }, keySet: undefined, now });
  expect(await typeOf(() => verify(token))).toMatchObject({ groups: { kind: 'all' } });
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = digits.indexOf(token.at(-1)!);
  const others = [1, 2, 3].map((bits) => token.slice(0, -1) + digits[last ^ bits]);
  for (const other of [...others, `${token}=`, `${token} `, `${token}\n`]) {
    expect(await typeOf(() => verify(other))).toBe('invalid_authorization');
  }
});

describe('a key set', () => {
  const token = crafted({ alg: 'ES256', kid: 'one' }, { exp: NOW + 60 }, 'AAAA');
  const verifyWith = (keySet: JWTVerifyGetKey | undefined) =>
    jsonWebTokenVerifier({ settings: { secret, groupsClaim: 'groups' }, keySet, now });

  test('that cannot be read is not the fault of the token', async () => {
    const verify = verifyWith(() => {
      throw new ServiceError('serviceUnavailable');
    });
    expect(await typeOf(() => verify(token))).toBe('service_unavailable');
  });

  test('that fails otherwise makes the token invalid, for a reason that is kept', async () => {
    const cause = new Error('no such key');
    const verify = verifyWith(() => {
      throw cause;
    });
    await expect(verify(token)).rejects.toMatchObject({ reason: 'invalidAuthorization', cause });
  });

  test('is not asked about HS256, and a token without any key is invalid', async () => {
    const keySet = jest.fn();
    const ours = await signToken({ groups: '*', now: now() });
    expect(await typeOf(() => verifyWith(keySet)(ours))).toMatchObject({ groups: { kind: 'all' } });
    expect(keySet).not.toHaveBeenCalled();
    expect(await typeOf(() => verifyWith(undefined)(token))).toBe('invalid_authorization');
  });
});

test.each([
  ['rsa', { modulusLength: 2048 }, true, ['RS256']],
  ['rsa', { modulusLength: 2047 }, false, ['RS256']],
  ['rsa', undefined, false, ['RS256']],
  ['ec', { namedCurve: 'prime256v1' }, true, ['ES256']],
  ['ec', { namedCurve: 'secp384r1' }, false, ['ES256']],
  ['ec', undefined, false, ['ES256']],
  ['ed25519', {}, true, ['EdDSA', 'Ed25519']],
  ['ed448', { modulusLength: 4096 }, false, []],
  ['rsa-pss', { modulusLength: 4096 }, false, []],
  ['x25519', { namedCurve: 'prime256v1' }, false, []],
  [undefined, undefined, false, []],
] as const)('a public key of type %s with %j', (asymmetricKeyType, asymmetricKeyDetails, verifies, algorithms) => {
  const key = { asymmetricKeyType, asymmetricKeyDetails } as Parameters<typeof verifiesTokens>[0];
  expect([verifiesTokens(key), algorithmsOf(key)]).toEqual([verifies, algorithms]);
});
