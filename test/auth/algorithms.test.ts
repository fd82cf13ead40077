import { createHmac } from 'node:crypto';

import { signToken, TEST_SECRET } from '../support/tokens';
import { type KeyPair, keyPair, signWith } from './asymmetric';
import { crafted, NOW, verdictWith } from './verdict';

/** Decision 28: which signatures are accepted. */

const CLAIMS = { sub: 'jane', groups: '*', exp: NOW + 60 };
const GOOD = {
  subject: 'jane',
  token: { kind: 'jwt', id: null },
  groups: { kind: 'all' },
  tokenExpiresAt: new Date((NOW + 60) * 1000),
};

const hmacSigned = (secret: string, header: object = { alg: 'HS256' }): string => {
  const unsigned = crafted(header, CLAIMS).slice(0, -1);
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
};

describe.each(['RS256', 'ES256', 'EdDSA'] as const)('a public key for %s', (algorithm) => {
  const key = keyPair(algorithm);
  const verdict = verdictWith({ AUTH_JWT_PUBLIC_KEY: key.pem });
  const both = verdictWith({ AUTH_JWT_PUBLIC_KEY: key.pem, AUTH_JWT_SECRET: TEST_SECRET });

  test('verifies its own tokens, with and without a secret', async () => {
    const token = await signWith(key, CLAIMS);
    expect(await verdict(token)).toEqual(GOOD);
    expect(await both(token)).toEqual(GOOD);
  });

  test('may be written on one line, with \\n for line breaks', async () => {
    const oneLine = verdictWith({ AUTH_JWT_PUBLIC_KEY: key.pem.trim().replaceAll('\n', '\\n') });
    expect(await oneLine(await signWith(key, CLAIMS))).toEqual(GOOD);
  });

  test('refuses another key of its type', async () => {
    expect(await verdict(await signWith(keyPair(algorithm), CLAIMS))).toBe('invalid_authorization');
  });

  test('is never used as an HS256 secret, in any encoding', async () => {
    const { pem } = key;
    for (const secret of [pem, pem.trim(), pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', '\r\n')]) {
      expect(await verdict(hmacSigned(secret))).toBe('invalid_authorization');
      expect(await both(hmacSigned(secret))).toBe('invalid_authorization');
    }
  });

  test('does not verify HS256 tokens when there is no secret', async () => {
    expect(await verdict(hmacSigned(TEST_SECRET))).toBe('invalid_authorization');
    expect(await both(hmacSigned(TEST_SECRET))).toEqual(GOOD);
  });

  test('refuses unsigned tokens, and a signature that lacks a byte', async () => {
    const token = await signWith(key, CLAIMS);
    for (const alg of ['none', 'None', 'NONE', '', algorithm]) {
      expect(await verdict(crafted({ alg }, CLAIMS))).toBe('invalid_authorization');
      expect(await verdict(crafted({ alg }, { ...CLAIMS, sub: 'root' }, token.split('.')[2]))).toBe(
        'invalid_authorization',
      );
    }
    expect(await verdict(token.slice(0, -2))).toBe('invalid_authorization');
  });
});

test('an RSA key verifies no other RSA algorithm', async () => {
  const key = keyPair('RS256');
  const verdict = verdictWith({ AUTH_JWT_PUBLIC_KEY: key.pem });
  for (const alg of ['PS256', 'RS384', 'RS512']) {
    expect(await verdict(await signWith(key, CLAIMS, alg))).toBe('invalid_authorization');
  }
});

test('a key of one type refuses the tokens of the others', async () => {
  const keys: KeyPair[] = [keyPair('RS256'), keyPair('ES256'), keyPair('EdDSA')];
  for (const { pem, algorithm } of keys) {
    const verdict = verdictWith({ AUTH_JWT_PUBLIC_KEY: pem });
    for (const other of keys.filter((each) => each.algorithm !== algorithm)) {
      expect(await verdict(await signWith(other, CLAIMS))).toBe('invalid_authorization');
    }
  }
});

describe('a secret', () => {
  const verdict = verdictWith({ AUTH_JWT_SECRET: TEST_SECRET });

  test('may be given as base64, which is decoded', async () => {
    const encoded = verdictWith({ AUTH_JWT_SECRET: `base64:${Buffer.from(TEST_SECRET).toString('base64')}` });
    expect(await encoded(hmacSigned(TEST_SECRET))).toEqual(GOOD);
  });

  test('refuses another secret', async () => {
    const other = await signToken({ ...CLAIMS, now: new Date(NOW * 1000), secret: `${TEST_SECRET}!` });
    expect(await verdict(other)).toBe('invalid_authorization');
  });

  test('refuses HS256 under another name, and headers with unsupported critical parameters', async () => {
    for (const header of [{ alg: 'hs256' }, { alg: 'HS512' }, { alg: 'HS256', crit: ['x'], x: 1 }, {}, { alg: 256 }]) {
      expect(await verdict(hmacSigned(TEST_SECRET, header))).toBe('invalid_authorization');
    }
  });

  test('a key in the token itself is ignored', async () => {
    const jwk = { kty: 'oct', k: Buffer.from('x'.repeat(32)).toString('base64url') };
    expect(await verdict(hmacSigned('x'.repeat(32), { alg: 'HS256', jwk }))).toBe('invalid_authorization');
  });

  test.each(['a.b', 'a.b.c', '..', '...', 'a.b.c.d', 'opaque', `${'a'.repeat(8000)}`, 'é.é.é', '\u0000.a.b'])(
    'decision 28: %j is no token of a kind that is known',
    async (token) => {
      expect(await verdict(token)).toBe('invalid_authorization');
    },
  );

  test('a payload that is not a JSON object', async () => {
    for (const payload of ['null', '[]', '"x"', '{', '5']) {
      const unsigned = crafted({ alg: 'HS256' }, payload).slice(0, -1);
      const signature = createHmac('sha256', TEST_SECRET).update(unsigned).digest('base64url');
      expect(await verdict(`${unsigned}.${signature}`)).toBe('invalid_authorization');
    }
  });
});
