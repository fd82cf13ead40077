import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { adminListener } from '../../src/server/admin';
import { databaseUrl } from '../support/database';
import { gatewayForAllTests, startTestGateway } from '../support/gateway';
import { serverUrl } from '../support/server';
import { errorType, everyGroup, json, LEASES, send } from './client';

const { gateway } = gatewayForAllTests();

test.each(['/livez', '/readyz', '/readyz?verbose'])('GET and HEAD %s', async (path) => {
  const answer = await send(gateway.adminUrl + path, { method: 'GET' });
  expect([answer.status, json(answer)]).toEqual([200, { status: 'ok', problems: [] }]);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await send(gateway.adminUrl + path, { method: 'HEAD' })).status).toBe(200);
});

test.each(['/livez', '/readyz'])('decision 26: other methods on %s are 405 with Allow', async (path) => {
  for (const method of ['POST', 'DELETE', 'OPTIONS']) {
    const answer = await send(gateway.adminUrl + path, { method });
    expect([answer.status, answer.headers.get('allow'), errorType(answer)]).toEqual([
      405,
      'GET, HEAD',
      'method_not_allowed',
    ]);
  }
});

test.each(['/', LEASES, '/graphql', '/livez/', '/Livez', '/constructor', '/__proto__'])(
  'nothing else: %s',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await send(gateway.adminUrl + path, { method });
      expect([answer.status, errorType(answer)]).toEqual([404, 'unknown_endpoint']);
    }
  },
);

test('/readyz names newer migrations and a further host only when it is ready; /metrics is 503 while no metrics can be collected', async () => {
  const problems: string[] = [];
  const hostProblems = ['host 1 is away'];
  const listener = adminListener({
    problems: async () => problems,
    newerMigrations: () => ['0099-later'],
    hosts: { numberInUse: 2, problems: hostProblems },
    scrape: () => Promise.reject(new Error('no answer')),
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const get = (path: string) =>
    send(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method: 'GET' });
  const found = { newerMigrations: ['0099-later'], databaseHost: 2, hostProblems };
  expect(json(await get('/readyz'))).toEqual({ status: 'ok', problems: [], ...found });
  problems.push('away');
  expect(json(await get('/readyz'))).toEqual({ status: 'unavailable', problems: ['away'], hostProblems });
  const metrics = await get('/metrics');
  expect([metrics.status, errorType(metrics)]).toEqual([503, 'service_unavailable']);
  server.close();
  server.closeAllConnections();
});

test('a gateway that stops says so at /readyz, and answers new requests until its delay has passed', async () => {
  const stopping = await startTestGateway({ databaseUrl: databaseUrl('leasegate_no_such_database') });
  const stopped = stopping.close({ delayMs: 2_000 });
  const ready = await send(`${stopping.adminUrl}/readyz`, { method: 'GET' });
  expect([ready.status, json(ready)]).toEqual([503, { status: 'unavailable', problems: ['the gateway is stopping'] }]);
  expect((await send(stopping.url + LEASES, {})).status).toBe(400);
  expect(await stopped).toEqual({ cutOff: 0 });
  await expect(fetch(stopping.url)).rejects.toThrow('fetch failed');
});

test('neither an answer nor /readyz names the server of the database', async () => {
  const nowhere = await startTestGateway({ databaseUrl: databaseUrl('leasegate_no_such_database') });
  const lookup = { token: await everyGroup(), body: { identifier: 'x' } };
  const answers = [
    await send(nowhere.url + LEASES, lookup),
    await send(`${nowhere.adminUrl}/readyz`, { method: 'GET' }),
  ];
  await nowhere.close();
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  for (const { text } of answers) {
    expect(text).not.toContain(new URL(serverUrl()).port);
    expect(text).not.toMatch(/leasegate_no_such|root|127\.0\.0\.1|SQL/);
  }
});
