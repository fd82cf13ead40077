import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { gatewayWithoutDatabase } from '../support/gateway';
import { everyGroup, LEASES, send } from './client';
import { scrape } from './scraped';
import { until } from '../support/until';

const MOST = 5;

const gateway = gatewayWithoutDatabase({ env: { MAX_CONNECTIONS: String(MOST) } });
const sockets: Socket[] = [];

afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

/** Connections that have sent this. */
function connected(count: number, sent: string): Socket[] {
  const opened = Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined);
    socket.resume().write(sent);
    return socket;
  });
  sockets.push(...opened);
  return opened;
}

const open = (opened: readonly Socket[]): number => opened.filter(({ closed }) => !closed).length;
const closed = async () => (await scrape(gateway.adminUrl)).sum('leasegate_http_connections_closed_total');
const requests = async () => (await scrape(gateway.adminUrl)).sum('leasegate_http_requests_total');

const HEAD = `POST ${LEASES} HTTP/1.1\r\nHost: x\r\n`;

test('beyond MAX_CONNECTIONS a new connection is closed, and a metric counts it', async () => {
  const busy = connected(MOST, HEAD);
  await Promise.all(busy.map((socket) => once(socket, 'connect')));
  const more = connected(3, HEAD);
  await until(() => open(more) === 0);
  expect([open(busy), await closed()]).toEqual([MOST, 3]);
});

test('idle connections make room for others; one that is sending its next request stays open', async () => {
  // Those of the test before have left.
  await until(async () => (await send(gateway.url + LEASES, {}).catch(() => undefined))?.status === 400);
  const before = await requests();
  const idle = connected(MOST - 1, `${HEAD}Content-Length: 0\r\n\r\n`);
  await until(async () => (await requests()) === before + MOST - 1);
  expect(open(idle)).toBe(MOST - 1);
  const [busy, ...others] = idle;
  const json = `Content-Type: application/json\r\nContent-Length: 10\r\n\r\n`;
  busy!.write(`${HEAD}Authorization: Bearer ${await everyGroup()}\r\n${json}`);
  await until(async () => (await scrape(gateway.adminUrl)).sum('leasegate_http_requests_in_flight') === 1);
  // Idle connections are closed once a second at most.
  await until(() => {
    connected(1, HEAD);
    return open(others) === 0;
  });
  expect(open([busy!])).toBe(1);
  expect((await send(gateway.url + LEASES, {})).status).toBe(400);
});

test('an idle connection is kept for longer than any proxy keeps it', async () => {
  const { headers } = await send(gateway.url + LEASES, {});
  expect(headers.get('keep-alive')).toBe('timeout=620');
});
