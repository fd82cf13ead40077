import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { MAX_AWAITED } from '../../src/http/json-body';
import { captureBody } from '../../src/legacy/captured-body';

const LIMIT = 100;
const awaited = { bytes: 0 };
const captured: Promise<Buffer | undefined>[] = [];
const server = createServer((request: IncomingMessage, response) => {
  const body = captureBody(request, LIMIT, awaited)();
  captured.push(body);
  void body.then(() => response.end());
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  awaited.bytes = 0;
  captured.length = 0;
});
afterAll(() => server.close());

/** Sends the head of a body with this length, and so much of it. */
function send(length: number, sent: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`);
  return socket;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test.each([
  [LIMIT, 'x'.repeat(LIMIT)],
  [LIMIT + 1, undefined],
])('of a body of %p bytes, of at most 100, it keeps %p', async (length, expected) => {
  const socket = send(length, length);
  await until(() => captured.length === 1);
  expect((await captured[0])?.toString()).toBe(expected);
  expect(awaited.bytes).toBe(0);
  socket.destroy();
});

test('incomplete bodies are kept up to a number of bytes together, which is free again when they end', async () => {
  awaited.bytes = MAX_AWAITED - LIMIT;
  const first = send(LIMIT, LIMIT - 1);
  await until(() => awaited.bytes === MAX_AWAITED - 1);
  const second = send(LIMIT, LIMIT);
  await until(() => captured.length === 2);
  expect(await captured[1]).toBeUndefined();
  expect(awaited.bytes).toBe(MAX_AWAITED - 1);

  first.destroy();
  expect(await captured[0]).toBeUndefined();
  expect(awaited.bytes).toBe(MAX_AWAITED - LIMIT);
  const third = send(LIMIT, LIMIT);
  await until(() => captured.length === 3);
  expect(await captured[2]).toHaveLength(LIMIT);
  for (const socket of [second, third]) socket.destroy();
});
