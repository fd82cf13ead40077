import { type ErrorReason, ServiceError, TOKEN_FAULTS, TokenError } from '../../src/errors';
import { verdictOf } from '../../src/server/token-check';
import { LEASES, send } from '../http/client';
import { scrape } from '../http/scraped';
import { startTestGateway } from '../support/gateway';
import { startProvider } from './provider';

/** The metrics of tokens and of the key set during outages of the provider. */

test('failed and successful fetches, and the age of the last key set', async () => {
  let clock = 0;
  const provider = await startProvider('first');
  const token = await provider.issue({ claims: { sub: 'jane' } });
  const gateway = await startTestGateway({
    databaseUrl: 'mysql://root@127.0.0.1:1/none',
    env: { AUTH_JWKS_URL: provider.keySetUrl, AUTH_REMEMBER_SECONDS: '0' },
    monotonicNow: () => clock,
  });
  const metricsNow = async (asking = token) => {
    await send(gateway.url + LEASES, { token: asking, body: {} });
    const metrics = await scrape(gateway.adminUrl);
    const fetches = (outcome: string) => metrics.sum('leasegate_key_set_fetches_total', { outcome });
    const age = metrics.lines.find(({ name }) => name === 'leasegate_key_set_age_seconds')?.value;
    return { failed: fetches('failed'), loaded: fetches('loaded'), age };
  };
  await provider.stop();
  expect(await metricsNow()).toEqual({ failed: 1, loaded: 0, age: undefined });
  await provider.start();
  clock += 1_000;
  expect(await metricsNow()).toEqual({ failed: 1, loaded: 1, age: 0 });
  clock += 2_500;
  expect(await metricsNow()).toEqual({ failed: 1, loaded: 1, age: 2.5 });

  // An unknown key causes another fetch.
  await provider.addKey('second');
  const unknown = await provider.issue({ kid: 'second', claims: { sub: 'jane' } });
  await provider.stop();
  clock += 60_000;
  expect(await metricsNow(unknown)).toEqual({ failed: 2, loaded: 1, age: 62.5 });
  await provider.start();
  clock += 60_000;
  expect(await metricsNow(unknown)).toEqual({ failed: 2, loaded: 2, age: 0 });
  await gateway.close();
  await provider.stop();
});

test.each(TOKEN_FAULTS)('a token that is refused for the fault %s is counted as that', (fault) => {
  expect(verdictOf(new TokenError(fault))).toBe(fault);
});

test.each<ErrorReason>(['serviceUnavailable', 'timeout', 'overloaded'])(
  'a check that ends with %s is counted as unavailable',
  (reason) => expect(verdictOf(new ServiceError(reason))).toBe('unavailable'),
);

test('a check that fails for another reason is counted as unavailable', () => {
  expect(verdictOf(new Error('broken'))).toBe('unavailable');
});
