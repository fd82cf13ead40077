import { cachingCallers } from '../../src/auth/authenticate';
import { ServiceError } from '../../src/errors';
import type { Caller } from '../../src/model/caller';

/** A good token is verified again after a while; a refusal is never cached (decisions 29 and 30). */

const EXPIRES = 1_800_000_000_000;
let monotonic: number;
let time: number;
let verified: string[];
/** Why no token can be verified at the moment. */
let problem: ServiceError | undefined;
let authenticate: (token: string) => Promise<Caller>;
let hostInUse: number;

beforeEach(() => {
  [monotonic, time, verified, problem, hostInUse] = [0, EXPIRES - 100_000, [], undefined, 1];
  const verify = async (token: string, wasGood: boolean): Promise<Caller> => {
    verified.push(wasGood ? `${token} again` : token);
    if (problem !== undefined) throw problem;
    return {
      subject: token,
      token: { kind: 'jwt', id: null },
      tokenExpiresAt: new Date(EXPIRES),
      groups: { kind: 'listed', identifiers: [token] },
      ...(token.startsWith('stored') && { host: hostInUse }),
    };
  };
  const found = cachingCallers(verify, {
    ttlMs: 30_000,
    monotonicNow: () => monotonic,
    now: () => time,
    hostInUse: () => hostInUse,
  });
  authenticate = async (token) => found(token);
});

test('each good token is verified once in 30 s', async () => {
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
  await authenticate('one');
  time = EXPIRES - 1;
  await authenticate('one');
  expect(verified).toEqual(['one']);
  time = EXPIRES;
  await authenticate('one');
  expect(verified).toEqual(['one', 'one again']);
});

test('decision 47: a token that was read from another host than the one in use is read again, and a signature is not', async () => {
  for (const host of [1, 2]) {
    hostInUse = host;
    for (const token of ['stored', 'stored', 'signed']) await authenticate(token);
    expect((await authenticate('stored')).host).toBe(host);
  }
  expect(verified).toEqual(['stored', 'signed', 'stored again']);
});

test('requests that arrive when the entry of a token has ended share one verification', async () => {
  await authenticate('one');
  monotonic = 30_000;
  const callers = await Promise.all(['one', 'one', 'one'].map(authenticate));
  expect(new Set(callers).size).toBe(1);
  expect(verified).toEqual(['one', 'one again']);
  monotonic = 60_000;
  await authenticate('one');
  expect(verified).toEqual(['one', 'one again', 'one again']);
});

test.each([
  ['serviceUnavailable', 'one again'],
  ['timeout', 'one again'],
  ['invalidAuthorization', 'one'],
  ['expiredToken', 'one'],
] as const)('after %s, which is never cached, a token that was good is verified as %j', async (reason, next) => {
  await authenticate('one');
  monotonic = 30_000;
  problem = new ServiceError(reason);
  for (let attempt = 0; attempt < 2; attempt += 1) await expect(authenticate('one')).rejects.toBe(problem);
  problem = undefined;
  await authenticate('one');
  expect(verified).toEqual(['one', 'one again', next, next]);
});

test('the 10,001st token replaces the oldest entry, and a renewed entry is new', async () => {
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
