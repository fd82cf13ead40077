/** Clients that do not take their answers. */

import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { openRequests } from '../../src/http/open-requests';
import { closeSlowReaders } from '../../src/http/slow-readers';

const ANSWER = Buffer.alloc(30_000_000, 'a');

let server: Server;
let open: ReadonlySet<unknown>;
let asked: number;

beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    response.end(ANSWER);
  });
  const requests = openRequests(server, () => undefined);
  open = requests;
  closeSlowReaders(server, requests);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

const port = (): number => (server.address() as AddressInfo).port;

/** Asks, and never reads. */
function slowReader(): Socket {
  const socket = connect(port(), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

test('an answer that is not taken within ten seconds ends its connection; others get theirs whole', async () => {
  const slow = slowReader();
  while (open.size === 0) await sleep(10);
  const [response] = (await once(get({ port: port(), host: '127.0.0.1' }), 'response')) as [AsyncIterable<Buffer>];
  let size = 0;
  for await (const chunk of response) size += chunk.length;
  expect(size).toBe(ANSWER.length);

  const began = Date.now();
  while (open.size > 0) await sleep(50);
  expect(Date.now() - began).toBeGreaterThan(7_000);
  slow.destroy();
});

test('where too many bytes wait, those that wait longest are given up at once', async () => {
  const slow = [1, 2, 3, 4].map(slowReader);
  while (asked < 4) await sleep(5);
  const began = Date.now();
  while (open.size > 2) await sleep(20);
  expect(Date.now() - began).toBeLessThan(6_000);
  expect(open.size).toBe(2);
  for (const socket of slow) socket.destroy();
});
