import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { addMember } from '../../src/db/access/members';
import { createTestDatabase, databaseUrl, serverUrl, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken, type TokenOptions } from '../support/tokens';
import { type Answer, errorType, everyGroup, json, LEASES, send, sendGraphQL } from '../http/client';
import { insertHousehold } from './household';
import { type Proxy, proxyTo } from './proxy';
import { until } from '../support/until';

let gateway: TestGateway | undefined;

afterEach(() => gateway?.close());

async function ask({ url }: TestGateway) {
  return send(url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });
}

async function isAway(started: TestGateway, problem = 'does not answer'): Promise<void> {
  const rest = await ask(started);
  expect([rest.status, errorType(rest), rest.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
  const graphql = await sendGraphQL(started.url, { token: await everyGroup() });
  expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '1']);
  expect(json(graphql)).toMatchObject({ errors: [{ extensions: { type: 'service_unavailable' } }] });

  const readiness = await becomes(started, 503);
  expect(json(readiness)).toEqual({ status: 'unavailable', problems: [`the database ${problem}`] });
  expect((await send(`${started.adminUrl}/livez`, { method: 'GET' })).status).toBe(200);
}

/** Waits for the verdict of `/readyz` to change: it is good for a second. */
async function becomes({ adminUrl }: TestGateway, status: number): Promise<Answer> {
  return until(async () => {
    const answer = await send(`${adminUrl}/readyz`, { method: 'GET' });
    return answer.status === status && answer;
  });
}

const wrongPassword = () =>
  Object.assign(new URL(databaseUrl('mysql')), { username: 'nobody', password: 'wrong' }).href;

const WRONG_ACCOUNT = 'refuses this account, its password or a connection without TLS';

test.each([
  ['nothing listens there', 'does not answer', () => 'mysql://root@127.0.0.1:1/leasegate'],
  ['the name does not resolve', 'does not answer', () => 'mysql://root@nowhere.invalid:3306/leasegate'],
  ['the account or its password is wrong', WRONG_ACCOUNT, wrongPassword],
  ['there is no such database', 'has no database of this name', () => databaseUrl('leasegate_no_such_database')],
])('the gateway starts, and every lookup is 503 while %s', async (_title, problem, address) => {
  gateway = await startTestGateway({ databaseUrl: address() });
  await isAway(gateway, problem);
});

test('a server that takes connections and says nothing', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  gateway = await startTestGateway({ databaseUrl: `mysql://root@127.0.0.1:${port}/leasegate` });
  await isAway(gateway);
  silent.close();
});

test('requests that need no database are answered without one', async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/leasegate' });
  const token = await everyGroup();
  const statuses = [
    await send(gateway.url + LEASES, { body: {} }),
    await send(gateway.url + LEASES, { token: 'a.b.c', body: {} }),
    await send(gateway.url + LEASES, { token, body: {} }),
    await send(gateway.url + LEASES, { token, body: { identifier: 5 } }),
    await send(gateway.url + LEASES, { token, body: { identifier: 'x', 'after-id': 'abc' } }),
    await send(gateway.url + LEASES, { token, body: { identifier: 'x', 'after-id': -1 } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 401, 400, 400, 400, 200]);
});

describe('a database that becomes unreachable and comes back', () => {
  let database: TestDatabase;
  let proxy: Proxy;

  beforeAll(async () => {
    database = await createTestDatabase();
    await insertHousehold(database.db, 'north');
    proxy = await proxyTo(database.url);
  });

  afterAll(async () => {
    await proxy.cut();
    await database.drop();
  });

  test('at the start, and later: 503 during the outage, correct answers directly afterwards', async () => {
    await proxy.cut();
    gateway = await startTestGateway({ databaseUrl: proxy.url });
    for (let outage = 0; outage < 2; outage += 1) {
      await isAway(gateway);
      await proxy.restore();
      expect(json(await ask(gateway))).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
      await becomes(gateway, 200);
      await proxy.cut();
    }
  });
});

describe('callers who first come during an outage', () => {
  let database: TestDatabase;
  let proxy: Proxy;

  beforeAll(async () => {
    database = await createTestDatabase();
    await insertHousehold(database.db, 'north');
    await addMember(database.db, 'ann', ['north']);
    await addMember(database.db, 'ben', '*');
    proxy = await proxyTo(database.url);
  });

  afterAll(async () => {
    await proxy.cut();
    await database.drop();
  });

  test.each<[string, TokenOptions]>([
    ['all groups', { groups: '*' }],
    ['listed groups', { groups: ['north'] }],
    ['memberships', { subject: 'ann' }],
    ['a membership of all groups', { subject: 'ben' }],
  ])('are served directly after it, and after a second one: callers with %s', async (_kind, options) => {
    const clock = { now: 0 };
    gateway = await startTestGateway({ databaseUrl: proxy.url, monotonicNow: () => clock.now });
    // The schema is known from now on, so that a caller's groups are the first that is asked for.
    expect((await ask(gateway)).status).toBe(200);
    const token = await signToken(options);
    const asked = async () => {
      const body = { identifier: 'north-tenant' };
      const rest = await send(gateway!.url + LEASES, { token, body });
      return [rest, await sendGraphQL(gateway!.url, { token, ...body })].map(({ status }) => status);
    };
    for (let outage = 0; outage < 2; outage += 1) {
      await proxy.cut();
      expect(await asked()).toEqual([503, 503]);
      await proxy.restore();
      expect([await asked(), await asked()]).toEqual([
        [200, 200],
        [200, 200],
      ]);
      // What is remembered of the caller is over.
      clock.now += 30_000;
    }
  });
});

test('neither an answer nor /readyz names the server', async () => {
  gateway = await startTestGateway({ databaseUrl: databaseUrl('leasegate_no_such_database') });
  const answers = [await ask(gateway), await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })];
  for (const { text } of answers) {
    expect(text).not.toContain(new URL(serverUrl()).port);
    expect(text).not.toMatch(/leasegate_no_such|root|127\.0\.0\.1|SQL/);
  }
});
