import { cachingCallers } from '../../src/auth/caller-cache';
import { ServiceError } from '../../src/errors';
import type { Caller } from '../../src/model/caller';

/** A good token is verified again after a while; a refusal is never cached (decisions 29 and 30). */

const EXPIRES = 1_800_000_000_000;
let monotonic: number;
let time: number;
let verified: string[];
/** Why no token can be verified at the moment. */
let problem: ServiceError | undefined;
/** What a renewal waits for. */
let held: Promise<void> | undefined;
let authenticate: (token: string) => Promise<Caller>;
let hostInUse: number;

function remember(ttlMs: number): void {
  [monotonic, time, verified, problem, held] = [0, EXPIRES - 100_000, [], undefined, undefined];
  hostInUse = 1;
  const verify = async (token: string, wasGood: boolean): Promise<Caller> => {
    verified.push(wasGood ? `${token} again` : token);
    if (problem !== undefined) throw problem;
    if (wasGood) await held;
    if (token.startsWith('bad')) throw new ServiceError('invalidAuthorization');
    return {
      subject: token,
      token: { kind: 'jwt', id: null },
      tokenExpiresAt: token === 'endless' ? null : new Date(EXPIRES),
      groups: { kind: 'listed', identifiers: [token] },
      ...(token.startsWith('stored') && { host: hostInUse }),
    };
  };
  const found = cachingCallers(verify, {
    ttlMs,
    monotonicNow: () => monotonic,
    now: () => new Date(time),
    hostInUse: () => hostInUse,
  });
  authenticate = async (token) => found(token);
}

test('each good token is verified once in 30 s', async () => {
  remember(30_000);
  const first = await authenticate('one');
  monotonic = 29_999;
  expect(await authenticate('one')).toBe(first);
  expect((await authenticate('two')).subject).toBe('two');
  expect(verified).toEqual(['one', 'two']);
  monotonic = 30_000;
  await authenticate('one');
  expect(verified).toEqual(['one', 'two', 'one again']);
});

test('a token is verified again from the moment at which it expires', async () => {
  remember(30_000);
  await authenticate('one');
  time = EXPIRES - 1;
  await authenticate('one');
  expect(verified).toEqual(['one']);
  time = EXPIRES;
  await authenticate('one');
  expect(verified).toEqual(['one', 'one again']);
});

test('decision 47: a token that was read from another host than the one in use is read again, and a signature is not', async () => {
  remember(30_000);
  for (const host of [1, 2]) {
    hostInUse = host;
    for (const token of ['stored', 'stored', 'signed']) await authenticate(token);
    expect((await authenticate('stored')).host).toBe(host);
  }
  expect(verified).toEqual(['stored', 'signed', 'stored again']);
});

test('requests that arrive when the entry of a token has ended share one verification', async () => {
  remember(30_000);
  await authenticate('one');
  monotonic = 30_000;
  const callers = await Promise.all(['one', 'one', 'one'].map(authenticate));
  expect(new Set(callers).size).toBe(1);
  expect(verified).toEqual(['one', 'one again']);
  monotonic = 60_000;
  await authenticate('one');
  expect(verified).toEqual(['one', 'one again', 'one again']);
});

test('a refusal is never cached', async () => {
  remember(30_000);
  for (let attempt = 0; attempt < 2; attempt += 1) await expect(authenticate('bad')).rejects.toThrow(ServiceError);
  expect(verified).toEqual(['bad', 'bad']);
});

test.each([
  ['serviceUnavailable', 'is still one', 'one again'],
  ['timeout', 'is still one', 'one again'],
  ['invalidAuthorization', 'is no longer one', 'one'],
  ['expiredToken', 'is no longer one', 'one'],
] as const)('after %s a token %s that was good', async (reason, _what, next) => {
  remember(30_000);
  await authenticate('one');
  monotonic = 30_000;
  problem = new ServiceError(reason);
  for (let attempt = 0; attempt < 2; attempt += 1) await expect(authenticate('one')).rejects.toBe(problem);
  problem = undefined;
  await authenticate('one');
  expect(verified).toEqual(['one', 'one again', next, next]);
});

test('the 10,001st token replaces the oldest entry, and a renewed entry is new', async () => {
  remember(30_000);
  for (let nth = 0; nth <= 10_001; nth += 1) {
    await authenticate(`token ${nth}`);
    if (nth === 1) monotonic = 30_000;
    if (nth === 2) await authenticate('token 1');
  }
  verified = [];
  await authenticate('token 1');
  await authenticate('token 10001');
  expect(verified).toEqual([]);
  await authenticate('token 0');
  expect(verified).toEqual(['token 0']);
});

test('with a duration of zero every token is verified every time', async () => {
  remember(0);
  await authenticate('one');
  await authenticate('one');
  expect(verified).toEqual(['one', 'one']);
});
