import { connect } from 'node:net';

import { startSilentDatabase } from '../db/silent-database';
import { DATABASE_AWAY, startTestGateway } from '../support/gateway';
import { LEASES, errorType, everyGroup, send } from './client';
import { exchange, rawPost } from './raw';
import { scrape } from './scraped';
import { until } from '../support/until';

/** Requests sent ahead on one connection: their answers wait for the first one's. */

test('a client that drops its pipeline releases every slot, and does not delay the stop', async () => {
  const database = await startSilentDatabase();
  const env = { MAX_REQUESTS_IN_FLIGHT: '4', DATABASE_CONNECT_TIMEOUT_MS: '3000' };
  const gateway = await startTestGateway({ databaseUrl: database.url, env });
  const token = await everyGroup();
  const request = rawPost(LEASES, token, '{"identifier":"x"}');
  const port = Number(new URL(gateway.url).port);
  const pipelines = (each: number) => {
    const clients = [1, 2].map(() => connect(port, '127.0.0.1').resume());
    for (const client of clients) client.write(request.repeat(each));
    return clients;
  };
  const places = async (type: string): Promise<void> => {
    await until(async () => errorType(await send(gateway.url + LEASES, { token })) === type);
  };

  // A connection has one place, however many requests are sent ahead on it.
  for (let round = 0; round < 2; round += 1) {
    const clients = pipelines(4);
    await until(async () => (await scrape(gateway.adminUrl)).sum('leasegate_http_requests_in_flight') === 8);
    expect(errorType(await send(gateway.url + LEASES, { token }))).toBe('no_tenant_information');
    const others = [...pipelines(1), ...pipelines(1)];
    await places('overloaded');
    for (const client of [...clients, ...others]) client.destroy();
    await places('no_tenant_information');
    const all = await Promise.all([1, 2, 3].map(() => send(gateway.url + LEASES, { token })));
    expect(all.map(errorType)).toEqual(Array(3).fill('no_tenant_information'));
  }
  await gateway.close();
  await database.stop();
}, 15_000);

test('a client that sends more than 50 requests ahead is cut off; fewer are all answered, in their order', async () => {
  const gateway = await startTestGateway({ databaseUrl: DATABASE_AWAY });
  const ahead = (requests: number) =>
    exchange(gateway.url, [
      'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'.repeat(requests - 1) +
        `GET ${LEASES} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ]);
  const statuses = (await ahead(51)).map(({ status }) => status);
  expect(statuses).toEqual([...Array<number>(50).fill(404), 405]);
  expect((await ahead(52)).length).toBeLessThan(52);
  await gateway.close();
});

test('a refusal never becomes a part of an earlier answer: that one is sent, and the connection closed', async () => {
  const database = await startSilentDatabase();
  const gateway = await startTestGateway({ databaseUrl: database.url });
  const lookup = rawPost(LEASES, await everyGroup(), '{"identifier":"x"}');
  for (const refused of ['GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'nonsense\r\n\r\n']) {
    const [answer, ...more] = await exchange(gateway.url, [lookup, refused], 50);
    expect([answer?.status, more]).toEqual([503, []]);
    expect(answer?.head).toMatch(/^Connection: close$/im);
    expect((await exchange(gateway.url, [refused])).map(({ status }) => status)).toEqual([400]);
  }
  await gateway.close();
  await database.stop();
}, 15_000);
