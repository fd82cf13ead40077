/** What lay unread while the process could do nothing is not served any more. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { EventLoop } from '../../src/http/admission';
import { blockEventLoop } from '../support/event-loop';
import { DATABASE_AWAY, startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway';
import { errorType, everyGroup, json, LEASES, send, sendGraphQL } from './client';
import { until } from '../support/until';

let gateway: TestGateway;

const start = async (options: Partial<TestGatewayOptions>): Promise<void> => {
  gateway = await startTestGateway({ databaseUrl: DATABASE_AWAY, sealed: false, ...options });
};

afterEach(() => {
  jest.useRealTimers();
  return gateway?.close();
});

/** One whose delay a test sets. */
class SetEventLoop implements Pick<EventLoop, keyof EventLoop> {
  ms = 0;
  recentMs = 0;
  asked = 0;
  delay = () => {
    this.asked += 1;
    return this.ms;
  };
  recentDelay = () => this.recentMs;
  start = () => undefined;
  stop = () => undefined;
}

async function connected(): Promise<Socket> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function nextStatus(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return Number(chunk.toString().slice(9, 12));
}

const REQUEST = `POST ${LEASES} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;

test('requests that waited unread longer than MAX_EVENT_LOOP_DELAY_MS are refused, and their connections serve the next ones', async () => {
  await start({ eventLoop: new EventLoop(() => performance.now()) });
  const sockets = await Promise.all(Array.from({ length: 20 }, connected));
  // The connections are there on both sides.
  for (const socket of sockets) socket.write(REQUEST);
  expect(await Promise.all(sockets.map(nextStatus))).toEqual(Array(20).fill(400));

  for (const socket of sockets) socket.write(REQUEST);
  blockEventLoop(3_000);
  expect(await Promise.all(sockets.map(nextStatus))).toEqual(Array(20).fill(503));

  await until(async () => (await send(gateway.url + LEASES)).status === 400);
  for (const socket of sockets) socket.write(REQUEST);
  expect(await Promise.all(sockets.map(nextStatus))).toEqual(Array(20).fill(400));
  for (const socket of sockets) socket.destroy();
});

test('a request that waited too long is `overloaded` over REST and GraphQL, with Retry-After, before its token is checked; /status answers', async () => {
  const eventLoop = new SetEventLoop();
  await start({ eventLoop });
  const statuses = async () => [
    (await send(gateway.url + LEASES)).status,
    (await sendGraphQL(gateway.url)).status,
    (await send(`${gateway.url}/status`, { method: 'GET' })).status,
  ];
  eventLoop.ms = 2_000;
  expect(await statuses()).toEqual([400, 401, 200]);
  eventLoop.ms = 2_001;
  expect(await statuses()).toEqual([503, 503, 200]);
  const rest = await send(gateway.url + LEASES);
  expect([errorType(rest), rest.headers.get('retry-after')]).toEqual(['overloaded', '1']);
  const graphql = await sendGraphQL(gateway.url, { token: await everyGroup() });
  expect(json(graphql)).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', type: 'overloaded' } }] });
  expect(graphql.headers.get('retry-after')).toBe('1');
});

test('a body that waited unread delays its request as well', async () => {
  const eventLoop = new SetEventLoop();
  await start({ eventLoop });
  const socket = await connected();
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n`;
  socket.write(head);
  await until(() => eventLoop.asked > 0);
  eventLoop.ms = 3_000;
  socket.write('{"query":"{ __typename }"}');
  expect(await nextStatus(socket)).toBe(503);
  eventLoop.ms = 0;
  socket.write(`${head}{"query":"{ __typename }"}`);
  expect(await nextStatus(socket)).toBe(200);
  socket.destroy();
});

test('/readyz reports that the event loop was blocked, and /livez still answers 200', async () => {
  const eventLoop = new SetEventLoop();
  await start({ eventLoop });
  const ready = async () => json(await send(`${gateway.adminUrl}/readyz`, { method: 'GET' }));
  eventLoop.recentMs = 2_001;
  expect(await ready()).toEqual({ status: 'unavailable', problems: ['the event loop was blocked'] });
  expect((await send(`${gateway.adminUrl}/livez`, { method: 'GET' })).status).toBe(200);
  eventLoop.recentMs = 2_000;
  expect(await ready()).toEqual({
    status: 'unavailable',
    problems: [expect.stringMatching(/^the database does not answer: /)],
  });
});

test('a shorter delay does not hide a longer one of the same second', () => {
  jest.useFakeTimers();
  let clock = 0;
  const eventLoop = new EventLoop(() => clock);
  eventLoop.start();
  for (const time of [5_000, 5_300]) {
    clock = time;
    jest.advanceTimersByTime(100);
  }
  expect(eventLoop.recentDelay()).toBe(4_900);
  for (clock = 5_400; clock < 6_400; clock += 100) jest.advanceTimersByTime(100);
  expect(eventLoop.recentDelay()).toBe(0);
  eventLoop.stop();
});
