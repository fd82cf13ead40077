import { pino } from 'pino';

import { errorType, json, LEASES, send, sendGraphQL, TENANTS } from '../http/client';
import { scrape } from '../http/scraped';
import { DATABASE_AWAY, startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { answering, type Provider, startProvider } from './provider';
import { until } from '../support/until';

/** A gateway that starts while the provider is down. No database is needed: requests fail or end before a lookup. */

const BOTH_GROUPS = { group_id: 'a', group_external_ref: 'b' };
const VIEWER = { query: '{ viewer { subject } }' };

let provider: Provider;
let gateway: TestGateway;
/** Milliseconds. */
let clock = 0;
let logged = '';

beforeAll(async () => {
  provider = await startProvider('first');
  await provider.stop();
  gateway = await startTestGateway({
    databaseUrl: DATABASE_AWAY,
    env: { AUTH_JWKS_URL: provider.keySetUrl },
    monotonicNow: () => clock,
    log: pino({ level: 'debug' }, { write: (line: string) => void (logged += line) }),
  });
});

afterAll(async () => {
  await gateway.close();
  await provider.stop();
});

async function typesOf(token: string): Promise<string[]> {
  const rest = await Promise.all(
    [LEASES, TENANTS].map((path) => send(gateway.url + path, { token, body: BOTH_GROUPS })),
  );
  return rest.map(errorType);
}

test('service_unavailable with Retry-After over REST and GraphQL, never 401, and a line in the log', async () => {
  const token = await provider.issue({ claims: { sub: 'jane' } });
  for (const path of [LEASES, TENANTS]) {
    const answer = await send(gateway.url + path, { token, body: BOTH_GROUPS });
    expect([answer.status, errorType(answer)]).toEqual([503, 'service_unavailable']);
    expect([answer.headers.get('retry-after'), answer.headers.get('www-authenticate')]).toEqual(['1', null]);
  }
  const graphql = await sendGraphQL(gateway.url, { token });
  expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '1']);
  const body = json(graphql);
  expect(body).toMatchObject({
    errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', type: 'service_unavailable' } }],
  });
  expect(body).not.toHaveProperty('data');
  expect(logged).toContain('"problem":"cannot be reached","msg":"key set not renewed"');
  expect(logged).toContain('"type":"service_unavailable"');
  for (const secret of [token, new URL(provider.keySetUrl).port]) expect(logged).not.toContain(secret);
});

test('requests that need no provider are answered meanwhile', async () => {
  expect(await typesOf('a.b.c')).toEqual(['invalid_authorization', 'invalid_authorization']);
  expect(await typesOf(await signToken({ groups: '*' }))).toEqual(Array(2).fill('both_group_identifiers_provided'));
});

test('tokens are accepted once the provider is available', async () => {
  await provider.start();
  clock += 1000;
  const token = await provider.issue({ claims: { sub: 'jane' } });
  expect(await typesOf(token)).toEqual(Array(2).fill('both_group_identifiers_provided'));
  expect(json(await send(`${gateway.url}/graphql`, { token, body: VIEWER }))).toEqual({
    data: { viewer: { subject: 'jane' } },
  });
  expect(provider.fetches).toBe(1);
});

test('decision 57: /readyz reports it, and each probe fetches again', async () => {
  await provider.stop();
  let now = 0;
  const own = await startTestGateway({
    databaseUrl: DATABASE_AWAY,
    env: { AUTH_JWKS_URL: provider.keySetUrl },
    monotonicNow: () => now,
  });
  const reported = async (): Promise<string | undefined> => {
    const { problems } = json(await send(`${own.adminUrl}/readyz`, { method: 'GET' })) as { problems: string[] };
    return problems.find((problem) => problem.startsWith('the key set of the identity provider '))?.slice(37);
  };
  expect(await reported()).toBe('cannot be reached');
  provider.instead = answering({ keys: [{ ...provider.keySet.keys[0], key_ops: ['encrypt'] }] });
  await provider.start();
  now = 1_000;
  // A probe does not wait for the check that it starts.
  await until(async () => (await reported()) === 'has no key that can verify a token ("first" is not for signatures)');
  provider.instead = undefined;
  now = 2_000;
  await until(async () => (await reported()) === undefined);
  // A later outage changes nothing.
  await provider.stop();
  now = 1_000_000;
  expect(await reported()).toBeUndefined();
  await own.close();
});

test('failed and successful fetches, and the age of the last key set', async () => {
  let now = 0;
  const token = await provider.issue({ claims: { sub: 'jane' } });
  const own = await startTestGateway({
    databaseUrl: DATABASE_AWAY,
    env: { AUTH_JWKS_URL: provider.keySetUrl, AUTH_REMEMBER_SECONDS: '0' },
    monotonicNow: () => now,
  });
  const metricsNow = async (asking = token) => {
    await send(own.url + LEASES, { token: asking, body: {} });
    const metrics = await scrape(own.adminUrl);
    const fetches = (outcome: string) => metrics.sum('leasegate_key_set_fetches_total', { outcome });
    const age = metrics.lines.find(({ name }) => name === 'leasegate_key_set_age_seconds')?.value;
    return { failed: fetches('failed'), loaded: fetches('loaded'), age };
  };
  expect(await metricsNow()).toEqual({ failed: 1, loaded: 0, age: undefined });
  await provider.start();
  now += 1_000;
  expect(await metricsNow()).toEqual({ failed: 1, loaded: 1, age: 0 });
  now += 2_500;
  expect(await metricsNow()).toEqual({ failed: 1, loaded: 1, age: 2.5 });

  // An unknown key causes another fetch.
  await provider.addKey('second');
  const unknown = await provider.issue({ kid: 'second', claims: { sub: 'jane' } });
  await provider.stop();
  now += 60_000;
  expect(await metricsNow(unknown)).toEqual({ failed: 2, loaded: 1, age: 62.5 });
  await provider.start();
  now += 60_000;
  expect(await metricsNow(unknown)).toEqual({ failed: 2, loaded: 2, age: 0 });
  await own.close();
});
