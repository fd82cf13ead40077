import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { localUrl } from '../../src/cli/readiness';
import { startRawService } from '../cutover/raw-service';
import { commandHere } from './command-here';

/** `leasegate ready` against whatever may listen at the address. */

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** @returns the port */
async function listening(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

test.each([
  [200, [], { status: 0, stdout: 'ready\n', stderr: '' }],
  [503, ['one reason', 'another'], { status: 1, stdout: '', stderr: 'not ready: one reason; another\n' }],
])('a gateway that answers %d with the problems %j', async (code, problems, ended) => {
  const ADMIN_PORT = await listening(({ url }, response) =>
    response.writeHead(url === '/readyz' ? code : 404).end(JSON.stringify({ problems })),
  );
  expect(await commandHere(['ready'], { ADMIN_PORT })).toEqual(ended);
});

test('a gateway that listens on every address is asked on the loopback address', () => {
  const urls = ['0.0.0.0', '::', '10.0.0.5', 'fe80::1'].map((host) => localUrl(host, 4001));
  expect(urls).toEqual(['http://127.0.0.1:4001', 'http://[::1]:4001', 'http://10.0.0.5:4001', 'http://[fe80::1]:4001']);
});

test.each(['nothing', 'a server that does not answer', 'a redirect'])(
  '%s at the address is not ready',
  async (what) => {
    const ADMIN_PORT = await listening(({ url }, response) => {
      if (what !== 'a redirect') return;
      if (url === '/readyz') response.writeHead(302, { Location: '/elsewhere' });
      response.end('{"problems":[]}');
    });
    if (what === 'nothing') await new Promise((resolve) => server!.close(resolve));
    expect(await commandHere(['ready', '--timeout', what === 'a redirect' ? '10' : '0.2'], { ADMIN_PORT })).toEqual({
      status: 1,
      stdout: '',
      stderr: `not ready: no answer of a gateway from http://127.0.0.1:${ADMIN_PORT}/readyz\n`,
    });
  },
);

test.each([
  ['0.5', 500],
  ['60', 60_000],
])('it waits for the %s s of --timeout', async (timeout, ms) => {
  const waits = jest.spyOn(AbortSignal, 'timeout');
  expect((await commandHere(['ready', '--timeout', timeout], { ADMIN_PORT: '1' })).status).toBe(1);
  expect(waits.mock.calls).toEqual([[ms]]);
  waits.mockRestore();
});

test('a server that changes protocols is not ready', async () => {
  const changed = Buffer.from('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  const service = await startRawService((socket) => socket.end(changed));
  const { status, stderr } = await commandHere(['ready'], { ADMIN_PORT: new URL(service.url).port });
  await service.close();
  expect([status, stderr]).toEqual([1, expect.stringContaining('not ready: no answer of a gateway')]);
});
