import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { limitConnections } from '../../src/http/connection-limit';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { LEASES, send } from './client';
import { scrape } from './scraped';

const MOST = 5;

let gateway: TestGateway;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({
    databaseUrl: 'mysql://root@127.0.0.1:1/none',
    env: { MAX_CONNECTIONS: String(MOST) },
  });
});
afterAll(() => gateway.close());
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

/** Connections that have sent this and wait. */
async function waiting(count: number, sent: string): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined);
    socket.resume().write(sent);
    return socket;
  });
  sockets.push(...opened);
  await sleep(100);
  return opened;
}

const open = (opened: readonly Socket[]): number => opened.filter(({ closed }) => !closed).length;

const HEAD = `POST ${LEASES} HTTP/1.1\r\nHost: x\r\n`;

test('beyond MAX_CONNECTIONS a new connection is closed, and a metric counts it', async () => {
  const busy = await waiting(MOST, HEAD);
  const more = await waiting(3, HEAD);
  expect([open(busy), open(more)]).toEqual([MOST, 0]);
  expect((await scrape(gateway.adminUrl)).sum('leasegate_http_connections_closed_total')).toBe(3);
});

test('idle connections make room for others', async () => {
  await sleep(1_000);
  const idle = await waiting(MOST, `${HEAD}Content-Length: 0\r\n\r\n`);
  expect(open(idle)).toBe(MOST);
  const [refused] = await waiting(1, HEAD);
  expect([open(idle), refused?.closed]).toEqual([0, true]);
  expect((await send(gateway.url + LEASES, {})).status).toBe(400);
});

test('an answer that its client has not received yet is not cut off', async () => {
  const size = 20_000_000;
  const server = createServer((_request, response) => response.end('x'.repeat(size)));
  const dropped: string[] = [];
  limitConnections(server, 1, () => dropped.push('one'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reader = connect(port, '127.0.0.1').pause();
  reader.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await sleep(100);
  const other = connect(port, '127.0.0.1').on('error', () => undefined);
  other.resume();
  await once(other, 'close');
  expect(dropped).toEqual(['one']);
  let received = 0;
  reader.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  await once(reader, 'close');
  expect(received).toBeGreaterThan(size);
  server.close();
});
