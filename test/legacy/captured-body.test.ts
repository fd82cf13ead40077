import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { ArrivingBodies } from '../../src/http/arriving-bodies';
import { captureBody } from '../../src/legacy/captured-body';

const LIMIT = 100;
let arriving: ArrivingBodies;
const captured: Promise<Buffer | undefined>[] = [];
const server = createServer((request: IncomingMessage, response) => {
  const body = captureBody(request, LIMIT, arriving)();
  captured.push(body);
  void body.then(() => response.end());
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  arriving = new ArrivingBodies();
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
  socket.destroy();
});

test('a body that gives way to others is not kept', async () => {
  const add = jest.spyOn(arriving, 'add');
  const socket = send(LIMIT, LIMIT - 1);
  await until(() => add.mock.calls.length === 1);
  const [[copy] = []] = add.mock.calls;
  expect(copy?.bytes).toBe(LIMIT - 1);
  copy?.giveWay();
  socket.write('x');
  expect(await captured[0]).toBeUndefined();
  socket.destroy();
});

test('a body is counted while it arrives, however it ends', async () => {
  const [add, remove] = [jest.spyOn(arriving, 'add'), jest.spyOn(arriving, 'remove')];
  const aborted = send(LIMIT, LIMIT - 1);
  await until(() => add.mock.calls.length === 1);
  expect(remove).not.toHaveBeenCalled();
  aborted.destroy();
  expect(await captured[0]).toBeUndefined();
  expect(remove.mock.calls).toEqual([[add.mock.calls[0]?.[0]]]);
  const whole = send(LIMIT, LIMIT);
  await until(() => captured.length === 2);
  expect(await captured[1]).toHaveLength(LIMIT);
  expect(remove.mock.calls.at(-1)).toEqual([add.mock.calls.at(-1)?.[0]]);
  whole.destroy();
});
