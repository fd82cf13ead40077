import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';

import { clocked } from './clocked';
import { answering, type Provider, startProvider } from './provider';
import { until } from '../support/until';

/** A provider that is unavailable or sends an invalid answer never causes a 401 and never removes a good key. */

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

const gateway = () => clocked({ AUTH_JWKS_URL: provider.keySetUrl });

test('the last keys are kept through an outage of any length; a new key id is invalid meanwhile', async () => {
  const one = gateway();
  expect(await one.verdict(token)).toBe('jane');
  await provider.addKey('next');
  const next = await provider.issue({ kid: 'next', claims: { sub: 'joe' } });
  await provider.stop();
  for (const clock of [30_000, 240_000, 300_000, DAY, DAY + 1000, 30 * DAY, 365 * DAY]) {
    one.clock = clock;
    expect([await one.verdict(token), await one.verdict(next)]).toEqual(['jane', INVALID]);
  }
  expect(new Set(one.problems)).toEqual(new Set(['cannot be reached']));
  await provider.start();
  one.clock += 30_000;
  expect([await one.verdict(next), await one.verdict(token)]).toEqual(['joe', 'jane']);
});

test('after an outage the set is renewed as rarely as before', async () => {
  const begun = jest.spyOn(globalThis, 'fetch');
  const one = gateway();
  expect(await one.verdict(token)).toBe('jane');
  provider.instead = (_request, response) => response.writeHead(500).end();
  /** How many fetches were made after the token was checked at these times. */
  const fetchesAt = async (...clocks: readonly number[]): Promise<number> => {
    for (one.clock of clocks) {
      expect(await one.verdict(token)).toBe('jane');
      await one.fetched(begun.mock.calls.length);
    }
    return begun.mock.calls.length;
  };
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

test('tokens whose key is known do not wait for a provider that does not answer', async () => {
  const one = gateway();
  expect(await one.verdict(token)).toBe('jane');
  const release = provider.hold();
  for (const clock of [240_000, 269_999, 300_000]) {
    one.clock = clock;
    expect(await one.verdict(token)).toBe('jane');
  }
  expect([provider.fetches, one.problems]).toEqual([2, []]);
  release();
});

describe('before the first key set', () => {
  test('a token that a key could verify is 503, any other 401; once the provider is available it is accepted', async () => {
    await provider.stop();
    const one = gateway();
    const [header = '', payload = ''] = token.split('.');
    expect(await one.verdict(token)).toBe(UNAVAILABLE);
    for (const bad of ['a.b.c', `${header}.${payload}`, `e30.${payload}.`])
      expect(await one.verdict(bad)).toBe(INVALID);
    await provider.start();
    one.clock = 999;
    expect(await one.verdict(token)).toBe(UNAVAILABLE);
    one.clock = 1000;
    expect(await one.verdict(token)).toBe('jane');
  });

  test('a fetch starts at most once a second, however many tokens arrive', async () => {
    provider.instead = (_request, response) => response.writeHead(500).end();
    const one = gateway();
    for (const clock of [0, 500, 999, 1000, 1999, 2000]) {
      one.clock = clock;
      const verdicts = await Promise.all(Array.from({ length: 50 }, () => one.verdict(token)));
      expect(new Set(verdicts)).toEqual(new Set([UNAVAILABLE]));
    }
    expect(provider.fetches).toBe(3);
  });

  test('one fetch runs at a time, and all tokens wait for it', async () => {
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

const withStatus =
  (status: number, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(JSON.stringify(provider.keySet));

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

describe.each<[string, RequestListener, string]>([
  ['a failure', withStatus(500), 'was answered with status 500'],
  ['a redirect to itself', withStatus(302, { Location: '/jwks' }), 'was answered with status 302'],
  ['a page', answering('<!doctype html><title>Sign in</title>'), 'is not a JSON Web Key Set'],
  ['keys that are no list', answering({ keys: {} }), 'is not a JSON Web Key Set'],
  ['5 MB', answering({ keys: [], x: 'x'.repeat(5_000_000) }), 'is larger than 256 kB'],
  ['5 MB in a few bytes', bomb, 'is larger than 256 kB'],
  ['a connection that ends', (request) => request.socket.destroy(), 'cannot be reached'],
  ['half a body', halfBody, 'cannot be reached'],
])('a provider that answers with %s', (_title, listener, problem) => {
  test('adds no first key and removes none', () => expectKept(provider, token, listener, problem));
});

test('a body without end and silence add no first key and remove none', async () => {
  const { timeout } = AbortSignal;
  const limits = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 10));
  const other = await startProvider('first');
  const itsToken = await other.issue({ claims: { sub: 'jane' } });
  await Promise.all([
    expectKept(provider, token, drip, 'took more than 5 s'),
    expectKept(other, itsToken, () => undefined, 'took more than 5 s'),
  ]);
  expect(new Set(limits.mock.calls.flat())).toEqual(new Set([5_000]));
  limits.mockRestore();
  await other.stop();
});

async function expectKept(from: Provider, good: string, listener: RequestListener, problem: string): Promise<void> {
  const open = () => clocked({ AUTH_JWKS_URL: from.keySetUrl });
  const known = open();
  expect(await known.verdict(good)).toBe('jane');
  from.instead = listener;
  known.clock = 300_000;
  const none = open();
  expect(await Promise.all([known.verdict(good), none.verdict(good)])).toEqual(['jane', UNAVAILABLE]);
  expect([known.problems, none.problems]).toEqual([[problem], [problem]]);
  expect(from.fetches).toBe(3);
}
