import { createPublicKey } from 'node:crypto';

import { signToken } from '../support/tokens';
import { keyPair, signWith } from './asymmetric';
import { clocked } from './clocked';
import { answering, type Provider, startProvider } from './provider';

/** A provider’s keys, as they come and go. The bounds are those of docs/operate/authentication.md. */

const INVALID = 'invalid_authorization';

let provider: Provider;
const subject = { claims: { sub: 'jane' } };

beforeEach(async () => {
  provider = await startProvider('first');
});

afterEach(() => provider.stop().catch(() => undefined));

const gateway = (options?: { ttlMs: number }) => clocked({ AUTH_JWKS_URL: provider.keySetUrl }, options);

test('RSA, P-256 and Ed25519 keys of one set, fetched once', async () => {
  await provider.addKey('second', 'RS256');
  await provider.addKey('third', 'EdDSA');
  const { verdict } = gateway();
  for (const kid of ['first', 'second', 'third', 'first']) {
    expect(await verdict(await provider.issue({ kid, ...subject }))).toBe('jane');
  }
  expect(provider.fetches).toBe(1);
});

test('the issuer and the audience count as they do for every token', async () => {
  const audience = { AUTH_JWT_ISSUER: 'https://id.example', AUTH_JWT_AUDIENCE: 'leasegate' };
  const { verdict } = clocked({ AUTH_JWKS_URL: provider.keySetUrl, ...audience });
  const issued = (claims: object) => provider.issue({ claims: { sub: 'jane', aud: 'leasegate', ...claims } });
  expect(await verdict(await issued({}))).toBe('jane');
  expect(await verdict(await issued({ aud: 'another' }))).toBe(INVALID);
  expect(await verdict(await issued({ iss: 'https://other.example' }))).toBe(INVALID);
  expect(await verdict(await issued({ exp: 1000 }))).toBe('expired_token');
  expect(await verdict(await issued({ exp: 1000, aud: 'another' }))).toBe(INVALID);
});

test('a secret beside the key set: each verifies its own', async () => {
  const secret = 's'.repeat(32);
  const { verdict } = clocked({ AUTH_JWKS_URL: provider.keySetUrl, AUTH_JWT_SECRET: secret });
  expect(await verdict(await signToken({ subject: 'joe', secret }))).toBe('joe');
  expect(await verdict(await provider.issue(subject))).toBe('jane');
});

test('a key id that is not in the set makes one fetch in 30 s, however many tokens bring one', async () => {
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

test('a new key counts as soon as a fetch may be made for it', async () => {
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

test('a token without a key id is verified by the one key that fits its algorithm, and by none where two do', async () => {
  const key = keyPair('RS256');
  const jwk = createPublicKey(key.pem).export({ format: 'jwk' });
  const token = await signWith(key, { sub: 'jane', groups: '*', exp: 9_999_999_999 });
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
  test('stops counting within 5 minutes, what is remembered included', async () => {
    const one = gateway({ ttlMs: 30_000 });
    const token = await provider.issue(subject);
    expect(await one.verdict(token)).toBe('jane');
    provider.forgetKeys();
    await provider.addKey('next');
    // The last moment at which it can be found good, and be remembered: a fetch has begun that no one waits for.
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

  test('is noticed by the first token after a long silence', async () => {
    const one = gateway();
    const token = await provider.issue(subject);
    expect(await one.verdict(token)).toBe('jane');
    provider.forgetKeys();
    await provider.addKey('next');
    one.clock = 270_000;
    expect(await one.verdict(token)).toBe(INVALID);
    expect(provider.fetches).toBe(2);
  });

  test('is noticed beside the tokens of a busy gateway, none of which waits', async () => {
    const one = gateway();
    const token = await provider.issue(subject);
    expect(await one.verdict(token)).toBe('jane');
    provider.forgetKeys();
    await provider.addKey('next');
    one.clock = 239_999;
    expect(await one.verdict(token)).toBe('jane');
    expect(provider.fetches).toBe(1);
    one.clock = 240_000;
    expect(await one.verdict(token)).toBe('jane');
    await one.fetched(2);
    expect(await one.verdict(token)).toBe(INVALID);
    expect(provider.fetches).toBe(2);
  });

  test('counts no more when the provider shows no key at all', async () => {
    const one = gateway();
    const token = await provider.issue(subject);
    expect(await one.verdict(token)).toBe('jane');
    provider.forgetKeys();
    one.clock = 270_000;
    expect(await one.verdict(token)).toBe(INVALID);
  });
});
