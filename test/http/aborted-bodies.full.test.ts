/** Bodies whose rest is awaited have a budget together, which is whole again when they have ended, however they did. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { jsonBodyReader } from '../../src/http/json-body';
import { until } from '../support/until';

const LIMIT = 128 * 1024;
/** The budget is that of so many bodies of the largest size. */
const BODIES = 256;

let server: Server;
/** What became of the bodies that are no longer awaited. */
let outcomes: string[];
let received: number;

beforeEach(async () => {
  outcomes = [];
  received = 0;
  const read = jsonBodyReader(LIMIT, (_response, sent) => sent);
  server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    read(request, response).then(
      () => {
        outcomes.push('read');
        response.end();
      },
      (failure: { reason?: string }) => outcomes.push(String(failure.reason)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Connections that have each sent so many bytes of a body of the largest size. */
async function sent(count: number, bytes: number): Promise<Socket[]> {
  received = 0;
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${LIMIT}\r\n\r\n`;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    socket.write(`${head}{}${' '.repeat(bytes - 2)}`);
    return socket;
  });
  await until(() => received >= count * bytes);
  return sockets;
}

async function gone(): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_failure, count) => resolve(count)));
  await until(async () => (await connections()) <= 0);
}

test('the body of a client that disconnects releases its memory completely', async () => {
  for (let round = 0; round < 2; round += 1) {
    const sockets = await sent(BODIES, LIMIT - 1);
    expect(outcomes).toEqual([]);
    for (const socket of sockets) socket.destroy();
    await gone();
  }
  const most = await sent(BODIES, LIMIT - 1);
  const [one] = await sent(1, BODIES);
  expect(outcomes).toEqual([]);
  // One byte more than there is room for. The largest body that came first gives way, and not the small one.
  one?.write(' ');
  await until(() => outcomes.length !== 0);
  expect(outcomes).toEqual(['overloaded']);
  for (const socket of most) socket.write(' ');
  await until(() => outcomes.length >= BODIES);
  one?.write(' '.repeat(LIMIT - BODIES - 1));
  await until(() => outcomes.length >= 1 + BODIES);
  expect(outcomes).toEqual(['overloaded', ...Array<string>(BODIES).fill('read')]);
  one?.destroy();
  for (const socket of most) socket.destroy();
  await gone();

  await sent(BODIES, LIMIT - 1);
  expect(outcomes).toHaveLength(1 + BODIES);
});
