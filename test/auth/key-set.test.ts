/** When the key set of a provider is fetched, and what an outage changes. The limits are those of docs/operate/tokens.md. */

import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';

import { SignJWT } from 'jose';

import { until } from '../support/until';
import { clocked } from './clocked';
import { answering, type Provider, startProvider } from './provider';

const INVALID = 'invalid_authorization';
const UNAVAILABLE = 'service_unavailable';
const DAY = 86_400_000;

let provider: Provider;
let token: string;

beforeEach(async () => {
  provider = await startProvider('first');
  token = await provider.issue({ claims: { sub: 'jane' } });
});

afterEach(() => provider.stop().catch(() => undefined));

const gateway = (options?: { ttlMs: number }) => clocked({ AUTH_JWKS_URL: provider.keySetUrl }, options);

/** The token with the id of another key. */
function withKeyId(kid: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url');
  return [header, ...token.split('.').slice(1)].join('.');
}

const failing: RequestListener = (_request, response) => response.writeHead(500).end();

test('a token without a key id is verified by the only key for its algorithm, and by none if there are two', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const unnamed = await new SignJWT({ sub: 'jane', groups: '*' })
    .setProtectedHeader({ alg: 'RS256' })
    .setExpirationTime('1h')
    .sign(privateKey);
  for (const [kids, verdict] of [
    [['a'], 'jane'],
    [['a', 'b'], INVALID],
  ] as const) {
    provider.instead = answering({ keys: [...provider.keySet.keys, ...kids.map((kid) => ({ ...jwk, kid }))] });
    expect(await gateway().verdict(unnamed)).toBe(verdict);
  }
});

describe('fetches', () => {
  test('unknown key ids cause one in 30 s, however many tokens have one', async () => {
    const one = gateway();
    expect(await one.verdict(token)).toBe('jane');
    const unknown = Array.from({ length: 200 }, (_, nth) => withKeyId(`unknown ${nth}`));
    for (const [clock, fetches] of [
      [0, 1],
      [29_999, 1],
      [30_000, 2],
      [59_999, 2],
      [60_000, 3],
    ] as const) {
      one.clock = clock;
      expect(new Set(await Promise.all(unknown.map(one.verdict)))).toEqual(new Set([INVALID]));
      expect(provider.fetches).toBe(fetches);
      expect(await one.verdict(token)).toBe('jane');
    }
  });

  test('at most 256 tokens wait for one; any further token is refused immediately', async () => {
    const one = gateway();
    expect(await one.verdict(token)).toBe('jane');
    for (one.clock of [30_000, 60_000]) {
      const release = provider.hold();
      const verdicts = Array.from({ length: 300 }, () => one.verdict(withKeyId('unknown')));
      expect(await Promise.race(verdicts)).toBe(UNAVAILABLE);
      expect(await one.verdict(token)).toBe('jane');
      release();
      const settled = await Promise.all(verdicts);
      expect(settled.filter((verdict) => verdict === INVALID)).toHaveLength(256);
      expect(settled.filter((verdict) => verdict === UNAVAILABLE)).toHaveLength(44);
    }
  });

  test('before the first key set, one starts at most once a second', async () => {
    provider.instead = failing;
    const one = gateway();
    for (one.clock of [0, 500, 999, 1000, 1999, 2000]) {
      const verdicts = await Promise.all(Array.from({ length: 50 }, () => one.verdict(token)));
      expect(new Set(verdicts)).toEqual(new Set([UNAVAILABLE]));
    }
    expect(provider.fetches).toBe(3);
    provider.instead = undefined;
    one.clock = 3000;
    expect(await one.verdict(token)).toBe('jane');
  });

  test('before the first key set, one runs at a time, and all tokens wait for it', async () => {
    const release = provider.hold();
    const one = gateway();
    const verdicts = [];
    for (one.clock = 0; one.clock < 60_000; one.clock += 1000) verdicts.push(one.verdict(token));
    await until(() => provider.fetches > 0);
    release();
    expect(new Set(await Promise.all(verdicts))).toEqual(new Set(['jane']));
    expect(provider.fetches).toBe(1);
  });
});

describe('a key that the provider removes', () => {
  test('is refused within 5 minutes, including cached tokens', async () => {
    const one = gateway({ ttlMs: 30_000 });
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

  test.each([[['next']], [[]]])('is refused at the first token after a long idle time; left: %j', async (left) => {
    const one = gateway();
    expect(await one.verdict(token)).toBe('jane');
    provider.forgetKeys();
    for (const kid of left) await provider.addKey(kid);
    one.clock = 270_000;
    expect(await one.verdict(token)).toBe(INVALID);
    expect(provider.fetches).toBe(2);
  });
});

describe('an outage', () => {
  test('of any length keeps the last keys; a new key id is invalid meanwhile, and accepted after it', async () => {
    const one = gateway();
    expect(await one.verdict(token)).toBe('jane');
    await provider.addKey('next');
    const next = await provider.issue({ kid: 'next', claims: { sub: 'joe' } });
    await provider.stop();
    for (one.clock of [30_000, 240_000, 300_000, DAY, DAY + 1000, 30 * DAY, 365 * DAY]) {
      expect([await one.verdict(token), await one.verdict(next)]).toEqual(['jane', INVALID]);
    }
    expect(new Set(one.problems)).toEqual(new Set(['cannot be reached']));
    await provider.start();
    one.clock += 30_000;
    expect([await one.verdict(next), await one.verdict(token)]).toEqual(['joe', 'jane']);
  });

  test('is followed by renewals as rare as before', async () => {
    const begun = jest.spyOn(globalThis, 'fetch');
    const one = gateway();
    expect(await one.verdict(token)).toBe('jane');
    provider.instead = failing;
    /** How many fetches were made after the token was checked at these times. */
    const fetchesAt = async (...clocks: readonly number[]): Promise<number> => {
      for (one.clock of clocks) {
        expect(await one.verdict(token)).toBe('jane');
        await one.fetched(begun.mock.calls.length);
      }
      return begun.mock.calls.length;
    };
    expect(await fetchesAt(239_999)).toBe(1);
    expect(await fetchesAt(240_000)).toBe(2);
    provider.instead = undefined;
    expect(await fetchesAt(269_999)).toBe(2);
    // As soon as another fetch is allowed, and then every four minutes, not every 30 s.
    expect(await fetchesAt(270_000)).toBe(3);
    expect(await fetchesAt(300_000, 330_000, 509_999)).toBe(3);
    expect(await fetchesAt(510_000)).toBe(4);
    expect(one.problems).toEqual(['was answered with status 500']);
    begun.mockRestore();
  });
});

const redirect: RequestListener = (_request, response) =>
  response.writeHead(302, { Location: '/jwks' }).end(JSON.stringify(provider.keySet));

const drip: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(timer));
};

const halfBody: RequestListener = (request, response) => {
  response.writeHead(200, { 'Content-Length': 9 }).write('{', () => request.socket.destroy());
};

const bomb: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000, ' ')));
};

test.each<[string, RequestListener, string]>([
  ['a failure', failing, 'was answered with status 500'],
  ['a redirect to itself', redirect, 'was answered with status 302'],
  ['a page', answering('<!doctype html><title>Sign in</title>'), 'is not a JSON Web Key Set'],
  ['keys that are no list', answering({ keys: {} }), 'is not a JSON Web Key Set'],
  ['5 MB', answering({ keys: [], x: 'x'.repeat(5_000_000) }), 'is larger than 256 kB'],
  ['5 MB in a few bytes', bomb, 'is larger than 256 kB'],
  ['a connection that ends', (request) => request.socket.destroy(), 'cannot be reached'],
  ['half a body', halfBody, 'cannot be reached'],
  ['a body without end', drip, 'took more than 5 s'],
  ['silence', () => undefined, 'took more than 5 s'],
])('a provider that answers with %s adds no first key and removes none', async (_title, listener, problem) => {
  const { timeout } = AbortSignal;
  const limits = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout(problem.startsWith('took') ? ms / 10 : ms));
  const known = gateway();
  expect(await known.verdict(token)).toBe('jane');
  provider.instead = listener;
  known.clock = 300_000;
  const none = gateway();
  expect(await Promise.all([known.verdict(token), none.verdict(token)])).toEqual(['jane', UNAVAILABLE]);
  expect([known.problems, none.problems]).toEqual([[problem], [problem]]);
  expect(provider.fetches).toBe(3);
  expect(new Set(limits.mock.calls.flat())).toEqual(new Set([5_000]));
  limits.mockRestore();
});
