import { createPublicKey } from 'node:crypto';

import { signToken } from '../support/tokens';
import { keyPair, signWith } from './asymmetric';
import { clocked } from './clocked';
import { answering, type Provider, startProvider } from './provider';

/** Keys that a provider adds and removes. The limits are those of docs/operate/tokens.md. */

const INVALID = 'invalid_authorization';

let provider: Provider;
const subject = { claims: { sub: 'jane' } };

beforeEach(async () => {
  provider = await startProvider('first');
});

afterEach(() => provider.stop().catch(() => undefined));

const gateway = (options?: { ttlMs: number }) => clocked({ AUTH_JWKS_URL: provider.keySetUrl }, options);

test('with a secret and a key set, each verifies its own tokens', async () => {
  const secret = 's'.repeat(32);
  const { verdict } = clocked({ AUTH_JWKS_URL: provider.keySetUrl, AUTH_JWT_SECRET: secret });
  expect(await verdict(await signToken({ subject: 'joe', secret }))).toBe('joe');
  expect(await verdict(await provider.issue(subject))).toBe('jane');
});

test('unknown key ids cause one fetch in 30 s, however many tokens have one', async () => {
  const one = gateway();
  const token = await provider.issue(subject);
  expect(await one.verdict(token)).toBe('jane');
  const unknown = await Promise.all(
    Array.from({ length: 200 }, async (_, nth) => {
      const [, payload, signature] = token.split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: `unknown ${nth}` })).toString('base64url');
      return [header, payload, signature].join('.');
    }),
  );
  const storm = async () => new Set(await Promise.all(unknown.map(one.verdict)));
  for (const [clock, fetches] of [
    [0, 1],
    [29_999, 1],
    [30_000, 2],
    [59_999, 2],
    [60_000, 3],
  ] as const) {
    one.clock = clock;
    expect(await storm()).toEqual(new Set([INVALID]));
    expect(await storm()).toEqual(new Set([INVALID]));
    expect(provider.fetches).toBe(fetches);
    expect(await one.verdict(token)).toBe('jane');
  }
});

test('a new key is accepted as soon as another fetch is allowed', async () => {
  const one = gateway();
  const before = await provider.issue(subject);
  expect(await one.verdict(before)).toBe('jane');
  await provider.addKey('next');
  const after = await provider.issue({ kid: 'next', ...subject });
  expect(await one.verdict(after)).toBe(INVALID);
  one.clock = 30_000;
  expect(await one.verdict(after)).toBe('jane');
  expect(await one.verdict(before)).toBe('jane');
  expect(provider.fetches).toBe(2);
});

test('a token without a key id is verified by the only key for its algorithm, and by none if there are two', async () => {
  const key = keyPair('RS256');
  const jwk = createPublicKey(key.pem).export({ format: 'jwk' });
  const token = await signWith(key, { sub: 'jane', groups: '*', exp: Math.floor(Date.now() / 1000) + 3_600 });
  provider.instead = answering({ keys: [...provider.keySet.keys, { ...jwk, kid: 'a' }] });
  expect(await gateway().verdict(token)).toBe('jane');
  provider.instead = answering({
    keys: [
      { ...jwk, kid: 'a' },
      { ...jwk, kid: 'b' },
    ],
  });
  expect(await gateway().verdict(token)).toBe(INVALID);
});

describe('a key that the provider removes', () => {
  test('is refused within 5 minutes, including cached tokens', async () => {
    const one = gateway({ ttlMs: 30_000 });
    const token = await provider.issue(subject);
    expect(await one.verdict(token)).toBe('jane');
    provider.forgetKeys();
    await provider.addKey('next');
    // The last moment at which it can be verified and cached: a background fetch has started.
    const release = provider.hold();
    one.clock = 269_999;
    expect(await one.verdict(token)).toBe('jane');
    release();
    await one.fetched(2);
    one.clock = 299_998;
    expect(await one.verdict(token)).toBe('jane');
    one.clock = 299_999;
    expect(await one.verdict(token)).toBe(INVALID);
  });

  test.each([['another'], ['no']])(
    'is refused at the first token after a long idle time, if %s key remains',
    async (remaining) => {
      const one = gateway();
      const token = await provider.issue(subject);
      expect(await one.verdict(token)).toBe('jane');
      provider.forgetKeys();
      if (remaining === 'another') await provider.addKey('next');
      one.clock = 270_000;
      expect(await one.verdict(token)).toBe(INVALID);
      expect(provider.fetches).toBe(2);
    },
  );
});
