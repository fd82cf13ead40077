import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pino } from 'pino';

import { everyGroup, LEASES, send, TENANTS } from '../http/client';
import { CANARY, holdsCanary, seal } from './canary';
import { canariesSeen, watchedLog } from './canary-watch';
import { gatewayForAllTests } from './gateway';
import { signToken } from './tokens';

const { database, gateway } = gatewayForAllTests();

test('the sealed group exists once, and only callers who may see every group see it', async () => {
  await seal(database.db);
  const answer = await send(gateway.url + TENANTS, { token: await everyGroup(), body: {} });
  expect(JSON.parse(answer.text)).toMatchObject({ tenants: [{ last_name: CANARY }, { last_name: CANARY }] });
  expect(canariesSeen()).toEqual([]);

  const token = await signToken({ groups: ['north'] });
  for (const body of [{ email_address: `${CANARY}@example.org` }, { identifier: `${CANARY}-one` }]) {
    expect(JSON.parse((await send(gateway.url + LEASES, { token, body })).text)).toEqual({ leases: [], last_id: -1 });
  }
});

test('the watch finds it in bodies, heads, errors and log lines, split and encoded', async () => {
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/head':
        return response.writeHead(200, { 'X-Name': CANARY.toUpperCase() }).end('{}');
      case '/parts':
        response.writeHead(200, { 'Content-Length': CANARY.length }).write(CANARY.slice(0, 9));
        return setTimeout(() => response.end(CANARY.slice(9)), 20);
      case '/base64':
        return response.end(Buffer.from(`lease:${CANARY}:1`).toString('base64'));
      case '/hex':
        return response.end(Buffer.from(CANARY).toString('hex'));
      case '/error':
        // As bytes, because a text is checked as an answer of REST.
        return request.socket.end(Buffer.from(`HTTP/1.1 500 no\r\n\r\n${CANARY}`));
      default:
        return response.end('nothing');
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ['/head', '/parts', '/base64', '/hex', '/error', '/']) {
    await (await fetch(url + path, { headers: { connection: 'close' } })).text();
    expect([path, canariesSeen().length > 0]).toEqual([path, path !== '/']);
  }
  // A caller with every group may see it.
  await (await fetch(`${url}/hex`, { headers: { authorization: `Bearer ${await everyGroup()}` } })).text();
  expect(canariesSeen()).toEqual([]);
  server.close();

  watchedLog(pino({ level: 'info' }, { write: () => undefined })).info({ city: CANARY }, 'somewhere');
  expect(canariesSeen()).toHaveLength(1);
  expect(holdsCanary(CANARY.slice(1))).toBe(false);
});
