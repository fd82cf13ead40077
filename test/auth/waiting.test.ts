import { setTimeout as sleep } from 'node:timers/promises';

import { createAuthenticator } from '../../src/auth/authenticate';
import { limitLookups, tokenHash } from '../../src/auth/opaque-token';
import { ServiceError } from '../../src/errors';
import { readSettings } from '../../src/config/settings';
import { errorType, LEASES, send } from '../http/client';
import { startTestGateway } from '../support/gateway';
import { clocked } from './clocked';
import { startProvider } from './provider';

/** A request whose token is being verified holds no slot, and the number of such requests is limited. */

const UNKNOWN = 300;

test('300 tokens with unknown key ids, while the provider hangs, block no known caller', async () => {
  const provider = await startProvider('first');
  const token = await provider.issue({ claims: { sub: 'jane' } });
  const env = { AUTH_JWKS_URL: provider.keySetUrl, AUTH_JWT_SECRET: '', MAX_REQUESTS_IN_FLIGHT: '2' };
  let ahead = 0;
  const gateway = await startTestGateway({
    databaseUrl: 'mysql://root@127.0.0.1:1/none',
    env,
    monotonicNow: () => performance.now() + ahead,
  });
  // No database is needed: the cursor is past the end.
  const ask = (bearer: string) =>
    send(gateway.url + LEASES, { token: bearer, body: { identifier: 'x', 'after-id': -1 } });
  expect((await ask(token)).status).toBe(200);

  const release = provider.hold();
  ahead = 30_000;
  const [header = '', ...rest] = token.split('.');
  const unknown = (nth: number): string => {
    const named = { ...(JSON.parse(Buffer.from(header, 'base64url').toString()) as object), kid: `unknown-${nth}` };
    return [Buffer.from(JSON.stringify(named)).toString('base64url'), ...rest].join('.');
  };
  const types: string[] = [];
  const flood = Array.from({ length: UNKNOWN }, (_, nth) =>
    ask(unknown(nth)).then((answer) => types.push(errorType(answer))),
  );
  while (provider.fetches < 2) await sleep(10);
  for (let nth = 0; nth < 20; nth += 1) expect((await ask(token)).status).toBe(200);

  release();
  await Promise.all(flood);
  expect(types.filter((type) => !/^(invalid_authorization|service_unavailable)$/.test(type))).toEqual([]);
  await gateway.close();
  await provider.stop();
}, 60_000);

test('at most 256 tokens wait for a fetch; one more is refused immediately', async () => {
  const provider = await startProvider('first');
  const token = await provider.issue({ claims: { sub: 'jane' } });
  const one = clocked({ AUTH_JWKS_URL: provider.keySetUrl });
  expect(await one.verdict(token)).toBe('jane');
  const [, ...rest] = token.split('.');
  const unknown = [Buffer.from('{"alg":"ES256","kid":"unknown"}').toString('base64url'), ...rest].join('.');
  for (const clock of [30_000, 60_000]) {
    one.clock = clock;
    const release = provider.hold();
    const verdicts = Array.from({ length: 300 }, () => one.verdict(unknown));
    expect(await Promise.race(verdicts)).toBe('service_unavailable');
    expect(await one.verdict(token)).toBe('jane');
    release();
    const settled = await Promise.all(verdicts);
    expect(settled.filter((verdict) => verdict === 'invalid_authorization')).toHaveLength(256);
    expect(settled.filter((verdict) => verdict === 'service_unavailable')).toHaveLength(44);
  }
  await provider.stop();
});

describe('lookups of opaque tokens', () => {
  const begun: number[] = [];
  let settle: { resolve: (found: null) => void; reject: (failure: Error) => void }[];
  let lookUp: (nth: number) => Promise<null | string>;

  beforeEach(() => {
    begun.length = 0;
    settle = [];
    const find = limitLookups(
      (sha256) =>
        new Promise<null>((resolve, reject) => {
          begun.push(sha256.readUInt16BE());
          settle.push({ resolve, reject });
        }),
    );
    lookUp = (nth) => {
      const sha256 = Buffer.alloc(32);
      sha256.writeUInt16BE(nth);
      return find(sha256).then(
        () => null,
        (failure: unknown) => (failure as ServiceError).reason,
      );
    };
  });

  test('two at a time; up to 256 others wait, in their order', async () => {
    const all = Array.from({ length: 259 }, (_, nth) => lookUp(nth));
    expect(await all[258]).toBe('overloaded');
    expect(begun).toEqual([0, 1]);
    for (let nth = 0; nth < 258; nth += 1) {
      settle[nth]!.resolve(null);
      await all[nth];
      expect(begun).toHaveLength(Math.min(258, nth + 3));
    }
    expect(begun).toEqual(Array.from({ length: 258 }, (_, nth) => nth));
    const again = [lookUp(300), lookUp(301), lookUp(302)];
    expect(begun.slice(258)).toEqual([300, 301]);
    settle[258]!.resolve(null);
    settle[259]!.resolve(null);
    await Promise.all(again.slice(0, 2));
    settle[260]!.resolve(null);
    expect(await Promise.all(again)).toEqual([null, null, null]);
  });

  test('a token that was good before does not wait for unknown ones', async () => {
    const { jwt } = readSettings({ DATABASE_URL: 'mysql://root@127.0.0.1/none', AUTH_JWT_SECRET: 'secret'.repeat(8) });
    const good = tokenHash('token-of-a-known-caller');
    let [clock, looks] = [0, 0];
    const { authenticate } = createAuthenticator(jwt, {
      ttlMs: 30_000,
      now: () => new Date(),
      monotonicNow: () => clock,
      findOpaqueToken: async (sha256) => {
        if (!sha256.equals(good)) return new Promise(() => undefined);
        looks += 1;
        return { id: 1, subject: 'jane', groups: { kind: 'all' }, expiresAt: null, revoked: false };
      },
      onKeySetFailure: () => undefined,
      onKeySetLoaded: () => undefined,
    });
    const ask = async (token: string) => authenticate(`Bearer ${token}`);
    expect((await ask('token-of-a-known-caller')).subject).toBe('jane');
    const flood = Array.from({ length: 259 }, (_, nth) => ask(`made-up-token-${nth}-of-nobody`));
    await expect(flood[258]).rejects.toMatchObject({ reason: 'overloaded' });
    clock = 30_000;
    expect((await ask('token-of-a-known-caller')).subject).toBe('jane');
    expect(looks).toBe(2);
  });

  test('when one fails, the waiting ones fail with it, and the next one is looked up', async () => {
    const [first, second, third, fourth] = [lookUp(0), lookUp(1), lookUp(2), lookUp(3)];
    settle[1]!.reject(new ServiceError('serviceUnavailable'));
    expect(await Promise.all([second, third, fourth])).toEqual(Array(3).fill('serviceUnavailable'));
    const next = lookUp(4);
    expect(begun).toEqual([0, 1, 4]);
    settle[0]!.resolve(null);
    settle[2]!.resolve(null);
    expect(await Promise.all([first, next])).toEqual([null, null]);
  });
});
