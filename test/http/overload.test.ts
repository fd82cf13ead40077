import { connect } from 'node:net';

import { pino } from 'pino';

import { createTestDatabase } from '../support/database';
import { DATABASE_AWAY, startTestGateway } from '../support/gateway';
import { holdTenants } from '../db/held-table';
import { startSilentDatabase } from '../db/silent-database';
import { insertHousehold } from '../db/household';
import { errorType, everyGroup, json, LEASES, send, sendGraphQL, type Sending } from './client';
import { scrape } from './scraped';
import { until } from '../support/until';

test('at the limit, every further lookup is refused at once, all else is answered, and few log lines say so', async () => {
  const database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const env = { MAX_REQUESTS_IN_FLIGHT: '2' };
  const gateway = await startTestGateway({ databaseUrl: database.url, env, log });
  const token = await everyGroup();
  const ask = (sending: Sending = { token }) =>
    send(gateway.url + LEASES, { body: { identifier: 'north-tenant' }, ...sending });
  const status = async (url: string) => (await send(url, { method: 'GET' })).status;
  expect([(await ask()).status, await status(`${gateway.adminUrl}/readyz`)]).toEqual([200, 200]);
  const held = await holdTenants(database.url);
  const first = [ask(), ask()];
  await held.awaited();

  const refused = await Promise.all(Array.from({ length: 50 }, () => ask()));
  for (const answer of refused) {
    expect([answer.status, errorType(answer), answer.headers.get('retry-after')]).toEqual([503, 'overloaded', '1']);
    expect(answer.headers.get('connection')).toBe('keep-alive');
  }
  const graphql = await sendGraphQL(gateway.url, { token });
  expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '1']);
  expect(json(graphql)).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', type: 'overloaded' } }] });
  for (const url of [`${gateway.adminUrl}/livez`, `${gateway.adminUrl}/readyz`, `${gateway.url}/status`])
    expect([url, await status(url)]).toEqual([url, 200]);
  // A token is verified before a slot is acquired.
  expect(errorType(await ask({}))).toBe('missing_authorization');
  expect(errorType(await ask({ token: `${token.slice(0, -4)}AAAA` }))).toBe('invalid_authorization');
  expect(errorType(await ask({ method: 'PUT' }))).toBe('method_not_allowed');

  await held.release();
  expect((await Promise.all(first)).map((answer) => answer.status)).toEqual([200, 200]);
  expect((await ask()).status).toBe(200);
  const logged = () => lines.map((line) => JSON.parse(line) as { msg: string; requests: number });
  const refusals = () => logged().filter(({ msg }) => msg === 'overloaded: requests refused');
  await until(() => refusals().reduce((sum, { requests }) => sum + requests, 0) >= 51);
  expect(refusals().length).toBeLessThan(10);
  expect(new Set(logged().map(({ msg }) => msg))).toEqual(new Set(['overloaded: requests refused', 'tokens refused']));
  await gateway.close();
  await database.drop();
});

test('a client that disconnects releases its slot', async () => {
  const database = await startSilentDatabase();
  const env = { MAX_REQUESTS_IN_FLIGHT: '1', DATABASE_CONNECT_TIMEOUT_MS: '60000' };
  const gateway = await startTestGateway({ databaseUrl: database.url, env });
  const abandoned = new AbortController();
  const token = await everyGroup();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"identifier":"x"}', signal: abandoned.signal } as const;
  const hanging = fetch(gateway.url + LEASES, init).catch(() => undefined);
  const answered = async (type: string): Promise<void> => {
    await until(async () => errorType(await send(gateway.url + LEASES, { token })) === type);
  };
  await answered('overloaded');

  abandoned.abort();
  await hanging;
  await answered('no_tenant_information');
  await database.stop();
  await gateway.close();
});

test('clients that send their bodies slowly occupy no slot', async () => {
  const env = { MAX_REQUESTS_IN_FLIGHT: '2' };
  const gateway = await startTestGateway({ databaseUrl: DATABASE_AWAY, env });
  const token = await everyGroup();
  const authorization = `Authorization: Bearer ${token}\r\n`;
  const sockets = [LEASES, '/graphql', LEASES, '/graphql'].map((path) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\n`);
    socket.write('Content-Length: 100\r\n\r\n{');
    return socket;
  });
  await until(async () => (await scrape(gateway.adminUrl)).sum('leasegate_http_requests_in_flight') === 4);
  for (let turn = 0; turn < 5; turn += 1)
    expect(errorType(await send(gateway.url + LEASES, { token }))).toBe('no_tenant_information');
  for (const socket of sockets) socket.destroy();
  await gateway.close();
});

test('bodies that arrive take 32 MB together: beyond that the largest is refused; those whose clients disconnect no longer count', async () => {
  const gateway = await startTestGateway({ databaseUrl: DATABASE_AWAY });
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await everyGroup()}\r\nContent-Type: application/json\r\n`;
  for (let round = 0; round < 2; round += 1) {
    const answers: string[] = [];
    // No body ends. One is larger than the others.
    const sockets = Array.from({ length: 257 }, (_, nth) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined);
      socket.on('data', (text) => answers.push(`${nth}: ${text.toString().slice(0, 12)}`));
      socket.write(`${head}Content-Length: 131072\r\n\r\n${' '.repeat(nth === 100 ? 131_071 : 131_000)}`);
      return socket;
    });
    await until(() => answers.length > 0);
    expect(answers).toEqual(['100: HTTP/1.1 503']);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await scrape(gateway.adminUrl)).sum('leasegate_http_requests_in_flight') === 0);
  }
  await gateway.close();
});

test('a client that disconnects while its token is looked up acquires no slot', async () => {
  const database = await startSilentDatabase();
  const env = { MAX_REQUESTS_IN_FLIGHT: '1', DATABASE_CONNECT_TIMEOUT_MS: '400' };
  const gateway = await startTestGateway({ databaseUrl: database.url, env });
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.write(`POST ${LEASES} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer opaque-token-that-is-long\r\n\r\n`);
  await until(async () => (await scrape(gateway.adminUrl)).sum('leasegate_http_requests_in_flight') === 1);
  socket.destroy();
  expect(errorType(await send(gateway.url + LEASES, { token: 'opaque-token-that-is-long' }))).toBe(
    'service_unavailable',
  );
  expect(errorType(await send(gateway.url + LEASES, { token: await everyGroup() }))).toBe('no_tenant_information');
  await database.stop();
  await gateway.close();
});
