import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { drainable } from '../../src/server/drain';

let clients: Socket[] = [];

afterEach(() => {
  jest.useRealTimers();
  for (const client of clients) client.destroy();
});

/** Time stands still until a test advances it. */
async function listening(server: Server, idleGraceMs = 0) {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  const drain = drainable(server, idleGraceMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { drain, port: (server.address() as AddressInfo).port };
}

test('a connection that has sent nothing is closed at once', async () => {
  const server = createServer();
  const { drain, port } = await listening(server);
  clients = [connect(port, '127.0.0.1').resume()];
  await once(server, 'connection');
  const drained = drain();
  await jest.advanceTimersByTimeAsync(1);
  expect(await drained).toBe(0);
}, 5_000);

test('an answer in transfer is not cut off before the timeout; then only requests without an answer are counted', async () => {
  const pending: ServerResponse[] = [];
  const server = createServer((request, response) => {
    // Ended, and more than a connection takes in while nobody reads.
    if (request.url === '/ended') response.end(Buffer.alloc(30_000_000));
    else pending.push(response);
  });
  const asked: string[] = [];
  server.on('request', ({ url }) => void asked.push(url ?? ''));
  const { drain, port } = await listening(server);
  clients = ['/ended', '/ended', '/pending'].map((path) => {
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined).write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return client;
  });
  while (asked.length < 3) await new Promise(setImmediate);

  const drained = drain();
  await jest.advanceTimersByTimeAsync(9_000);
  expect(await new Promise((resolve) => server.getConnections((_failure, count) => resolve(count)))).toBe(3);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await drained).toBe(1);
});

test('of the requests that are pipelined on a connection, only the last answer closes it', async () => {
  const pending: ServerResponse[] = [];
  const server = createServer((_request, response) => void pending.push(response));
  const { drain, port } = await listening(server);
  let answers = '';
  const client = connect(port, '127.0.0.1').on('data', (chunk: Buffer) => (answers += chunk.toString()));
  clients = [client];
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  while (pending.length < 3) await new Promise(setImmediate);
  const drained = drain();
  await jest.advanceTimersByTimeAsync(1);
  for (const response of pending) response.end();
  expect(await drained).toBe(0);
  await once(client, 'close');
  expect([answers.match(/^HTTP/gm)?.length, answers.match(/^Connection: .*$/gm)]).toEqual([3, ['Connection: close']]);
});

test('each request that arrives while idle connections are kept gives clients more time, for five seconds at most', async () => {
  let answered = 0;
  const server = createServer((_request, response) => response.end(() => (answered += 1)));
  const { drain, port } = await listening(server, 1_000);
  clients = Array.from({ length: 9 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const ask = async (client: Socket, before = answered) => {
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (!client.closed && answered === before) await new Promise(setImmediate);
  };
  for (const client of clients) await ask(client.resume());
  const drained = drain();
  for (const client of clients) {
    await jest.advanceTimersByTimeAsync(700);
    await ask(client);
  }
  expect(await drained).toBe(0);
  expect(answered).toBe(9 + 7);
}, 5_000);
