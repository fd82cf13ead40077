/** Clients that do not take their answers, and clients that take their time. */

import { once } from 'node:events';
import { type Server, ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { send } from '../../src/http/bodies';
import { endWatch } from '../support/canary-watch';
import { until } from '../support/until';

/** More than the buffers of the system hold. */
const TEXT = 'x'.repeat(30_000_000);

/** The limits of the gateway pass this many times as fast. On a busy machine, a client that reads may be late as well. */
const FASTER = 4;
const LIMIT_MS = 10_000 / FASTER;

// To search an answer of 30 MB would block the event loop for about as long as the limits.
beforeAll(endWatch);

let server: Server;
let closed: number;
beforeEach(async () => {
  closed = 0;
  const { setTimeout } = ServerResponse.prototype;
  jest.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (this: ServerResponse, ms, ended) {
    return setTimeout.call(this, ms / FASTER, ended);
  });
  server = createServer({ keepAliveTimeout: 65_000 }, ({ url }, response) =>
    send(response, 200, url === '/large' ? TEXT : 'small', {}),
  );
  server.on('connection', (socket) => socket.once('close', () => (closed += 1)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** Asks, and reads when it is told to. */
function client(path: string) {
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const self = { socket, received: 0, pausesAt: Infinity, isClosed: false };
  socket.on('error', () => undefined);
  socket.on('close', () => (self.isClosed = true));
  socket.on('data', (chunk: Buffer) => {
    self.received += chunk.length;
    if (self.received >= self.pausesAt) socket.pause();
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return self;
}

test('a connection is closed when its client receives nothing for ten seconds, at first or after a while', async () => {
  const clients = [client('/large'), client('/large')];
  clients[1]!.socket.resume();
  await until(() => clients[1]!.received > 1_000_000);
  clients[1]!.socket.pause();
  await until(() => closed === 2);
  for (const { socket } of clients) socket.resume();
  await until(() => clients.every(({ isClosed }) => isClosed));
  for (const { received } of clients) expect(received).toBeLessThan(TEXT.length);
});

test('a slow client receives its whole answer, however long that takes', async () => {
  const slow = client('/large');
  for (let read = 0; read < 6; read += 1) {
    await sleep(LIMIT_MS / 5);
    slow.pausesAt = slow.received + 3_000_000;
    slow.socket.resume();
    await until(() => slow.received >= slow.pausesAt);
  }
  slow.pausesAt = Infinity;
  slow.socket.resume();
  await until(() => slow.received > TEXT.length);
  expect(slow.isClosed).toBe(false);
  slow.socket.destroy();
});

test('a connection whose client has its answer stays open', async () => {
  const fast = client('/small');
  fast.socket.resume();
  await sleep(1.5 * LIMIT_MS);
  expect(fast.isClosed).toBe(false);
  fast.socket.destroy();
});
