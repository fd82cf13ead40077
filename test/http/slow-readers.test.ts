/** Clients that do not take their answers, and clients that take their time. */

import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { send, unsentBytes } from '../../src/http/send';
import { drainable, openRequests } from '../../src/server/drain';
import { until } from '../support/until';

/**
 * Of two bytes a character. The system takes about 2.5 MB for a client that receives nothing, and up to all of it for one that has read.
 * So two answers that nobody takes are too many unsent bytes, and one is not, whatever is left of an answer that is being read.
 */
const TEXT = 'ä'.repeat(18_500_000);
const ANSWER_BYTES = 37_000_000;

let server: Server;
let open: ReadonlySet<ServerResponse>;

beforeEach(async () => {
  // Each look is ours to make; all else goes on by the real clock.
  const doNotFake = [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'setTimeout',
  ] as const;
  jest.useFakeTimers({ doNotFake: [...doNotFake, 'clearImmediate', 'clearTimeout'] });
  server = createServer((_request, response) => send(response, 200, TEXT, {}));
  open = openRequests(server, () => undefined);
  // It closes the connections of slow readers, whether the server stops or not.
  drainable(server, 0);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  jest.useRealTimers();
});

function look(times: number): void {
  jest.advanceTimersByTime(times * 1_000);
}

interface Client {
  readonly socket: Socket;
  /** Bytes, the head included. */
  received: number;
  /** Whether the server still answers. */
  isOpen(): boolean;
  /** Takes from the answer until the server has written so many bytes more. */
  take(bytes: number): Promise<void>;
  /** Takes all that comes, until so many bytes were received. */
  takeAll(bytes: number): Promise<void>;
}

/** Asks, and reads when it is told to. */
async function client(): Promise<Client> {
  const asked = open.size;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => open.size > asked);
  const response = [...open].at(-1)!;
  let isDone = (): boolean => false;
  const self: Client = {
    socket,
    received: 0,
    isOpen: () => open.has(response),
    async take(bytes) {
      const before = unsentBytes(response);
      isDone = () => before - unsentBytes(response) >= bytes;
      socket.resume();
      await until(() => socket.isPaused());
    },
    async takeAll(bytes) {
      isDone = () => false;
      socket.resume();
      await until(() => self.received >= bytes);
    },
  };
  socket.on('data', (chunk: Buffer) => {
    self.received += chunk.length;
    // Here and not by the clock: on a busy machine a client would take all of the answer before anyone looks.
    // By what the server has written and not by what was received: the system refills its buffers late.
    if (isDone()) socket.pause();
  });
  // The system's buffers are full once nothing is written any more. On a busy machine those of earlier clients fill late as well,
  // and a check would take that for reading.
  let [before, unchanged] = [NaN, 0];
  await until(() => {
    const now = [...open].reduce((sum, each) => sum + unsentBytes(each), 0);
    unchanged = before === now ? unchanged + 1 : 0;
    before = now;
    return unchanged > 100;
  });
  return self;
}

/** Connections end a moment after they are closed. */
async function openIs(count: number): Promise<void> {
  await until(() => open.size <= count);
  expect(open.size).toBe(count);
}

test.each([
  ['receives nothing in ten checks', 0, 10, 1],
  ['stops reading after a while', 1_000_000, 10, 11],
])('a connection is closed when its client %s', async (_what, received, checks, more) => {
  const { socket, take } = await client();
  if (received > 0) look(1);
  await take(received);
  look(checks);
  await sleep(50);
  expect(open.size).toBe(1);
  look(more);
  await openIs(0);
  socket.destroy();
});

test('beyond 64 MB no more connections are closed than that needs', async () => {
  const clients = [await client(), await client(), await client()];
  look(2);
  await until(() => open.size < 3);
  expect(open.size).toBeGreaterThan(0);
  for (const { socket } of clients) socket.destroy();
});

test('a slow client receives its whole answer, however long that takes', async () => {
  const slow = await client();
  for (let round = 0; round < 4; round += 1) {
    look(10);
    await slow.take(1_000_000);
  }
  look(10);
  await slow.takeAll(ANSWER_BYTES);
  await openIs(0);
  expect(slow.received - ANSWER_BYTES).toBeLessThan(500);
  slow.socket.destroy();
});

test('a connection that is fast enough is not closed, however many bytes are unsent', async () => {
  const clients = [await client(), await client(), await client(), await client()];
  look(1);
  for (const each of clients) await each.take(5_000_000);
  look(1);
  await sleep(50);
  expect(open.size).toBe(4);
  for (const each of clients) await each.takeAll(ANSWER_BYTES);
  await openIs(0);
});
