/** A gateway whose provider is down. No database is needed: requests fail or end before a lookup. */

import { pino } from 'pino';

import { errorType, json, LEASES, send, sendGraphQL, TENANTS } from '../http/client';
import { scrape } from '../http/scraped';
import { DATABASE_AWAY, startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { until } from '../support/until';
import { answering, type Provider, startProvider } from './provider';

const BOTH_GROUPS = { group_id: 'a', group_external_ref: 'b' };
const ACCEPTED = Array<string>(2).fill('both_group_identifiers_provided');

let provider: Provider;
let token: string;
let gateway: TestGateway;
/** Milliseconds. */
let clock = 0;
let logged = '';

beforeAll(async () => {
  provider = await startProvider('first');
  token = await provider.issue({ claims: { sub: 'jane' } });
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

async function typesOf(bearer: string): Promise<string[]> {
  const ask = (path: string) => send(gateway.url + path, { token: bearer, body: BOTH_GROUPS });
  return [errorType(await ask(LEASES)), errorType(await ask(TENANTS))];
}

async function fetchesCounted() {
  const metrics = await scrape(gateway.adminUrl);
  const fetches = (outcome: string) => metrics.sum('leasegate_key_set_fetches_total', { outcome });
  const age = metrics.lines.find(({ name }) => name === 'leasegate_key_set_age_seconds')?.value;
  return { failed: fetches('failed'), loaded: fetches('loaded'), age };
}

/** What `/readyz` says of the key set (decision 57). */
async function reported(): Promise<string | undefined> {
  const { problems } = json(await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })) as { problems: string[] };
  return problems.find((problem) => problem.startsWith('the key set of the identity provider '))?.slice(37);
}

test('service_unavailable with Retry-After over REST and GraphQL, never 401, and a line in the log', async () => {
  for (const path of [LEASES, TENANTS]) {
    const answer = await send(gateway.url + path, { token, body: BOTH_GROUPS });
    expect([answer.status, errorType(answer)]).toEqual([503, 'service_unavailable']);
    expect([answer.headers.get('retry-after'), answer.headers.get('www-authenticate')]).toEqual(['1', null]);
  }
  const graphql = await sendGraphQL(gateway.url, { token });
  expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '1']);
  const body = json(graphql);
  const extensions = { code: 'SERVICE_UNAVAILABLE', type: 'service_unavailable' };
  expect(body).toMatchObject({ errors: [{ extensions }] });
  expect(body).not.toHaveProperty('data');
  expect(logged).toContain('"problem":"cannot be reached","msg":"key set not renewed"');
  expect(logged).toContain('"type":"service_unavailable"');
  for (const secret of [token, new URL(provider.keySetUrl).port]) expect(logged).not.toContain(secret);
  expect(await fetchesCounted()).toEqual({ failed: 1, loaded: 0, age: undefined });
});

test('requests that need no provider are answered meanwhile', async () => {
  expect(await typesOf('a.b.c')).toEqual(['invalid_authorization', 'invalid_authorization']);
  expect(await typesOf(await signToken({ groups: '*' }))).toEqual(ACCEPTED);
});

test('decision 57: /readyz says why there is no key, and each probe fetches again; a later outage changes nothing', async () => {
  expect(await reported()).toBe('cannot be reached');
  provider.instead = answering({ keys: [{ ...provider.keySet.keys[0], key_ops: ['encrypt'] }] });
  await provider.start();
  clock += 1_000;
  // A probe does not wait for the check that it starts.
  await until(async () => (await reported()) === 'has no key that can verify a token ("first" is not for signatures)');
  provider.instead = undefined;
  clock += 1_000;
  await until(async () => (await reported()) === undefined);
  expect(await typesOf(token)).toEqual(ACCEPTED);
  expect(await fetchesCounted()).toEqual({ failed: 2, loaded: 1, age: 0 });
  await provider.stop();
  clock += 250_000;
  expect(await reported()).toBeUndefined();
  expect(await typesOf(token)).toEqual(ACCEPTED);
  expect(await fetchesCounted()).toMatchObject({ loaded: 1, age: 250 });
  await provider.start();
});

test('300 tokens with unknown key ids, while the provider hangs, hold no slot and block no known caller', async () => {
  const [header = '', ...rest] = token.split('.');
  const unknown = (nth: number): string => {
    const named = { ...(JSON.parse(Buffer.from(header, 'base64url').toString()) as object), kid: `unknown-${nth}` };
    return [Buffer.from(JSON.stringify(named)).toString('base64url'), ...rest].join('.');
  };
  let ahead = 0;
  const own = await startTestGateway({
    databaseUrl: DATABASE_AWAY,
    env: { AUTH_JWKS_URL: provider.keySetUrl, MAX_REQUESTS_IN_FLIGHT: '2' },
    monotonicNow: () => performance.now() + ahead,
  });
  const ask = (bearer: string) => send(own.url + LEASES, { token: bearer, body: BOTH_GROUPS });
  expect(errorType(await ask(token))).toBe(ACCEPTED[0]);
  const release = provider.hold();
  ahead = 30_000;
  const fetches = provider.fetches;
  const flood = Array.from({ length: 300 }, async (_, nth) => errorType(await ask(unknown(nth))));
  await until(() => provider.fetches > fetches);
  for (let nth = 0; nth < 20; nth += 1) expect(errorType(await ask(token))).toBe(ACCEPTED[0]);
  release();
  // A machine that is too busy may not read a body of the flood in time.
  const refusals = /^(invalid_authorization|service_unavailable|request_timeout)$/;
  expect((await Promise.all(flood)).filter((type) => !refusals.test(type))).toEqual([]);
  await own.close();
}, 60_000);
