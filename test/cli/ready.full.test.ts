import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { localUrl } from '../../src/cli/readiness';
import { startRawService } from '../cutover/raw-service';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { leasegate, serve, type Serving } from './leasegate';

/** `leasegate ready`: the exit status says whether the gateway can answer lookups. */

let database: TestDatabase;
let gateway: Serving | undefined;
let server: Server | undefined;

afterEach(async () => {
  await gateway?.end();
  await database?.drop();
  server?.closeAllConnections();
  server?.close();
  [gateway, server] = [undefined, undefined];
});

const env = () => ({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, LOG_LEVEL: 'info' });
const portOf = (url: string): string => new URL(url).port;

test('a gateway that can answer lookups is ready', async () => {
  database = await createTestDatabase();
  gateway = await serve(env());
  expect(await leasegate(['ready'], { ADMIN_PORT: portOf(gateway.adminUrl) })).toEqual({
    status: 0,
    stdout: 'ready\n',
    stderr: '',
  });
});

test('a gateway that listens on every address is asked on the loopback address', () => {
  const urls = ['0.0.0.0', '::', '10.0.0.5', 'fe80::1'].map((host) => localUrl(host, 4001));
  expect(urls).toEqual(['http://127.0.0.1:4001', 'http://[::1]:4001', 'http://10.0.0.5:4001', 'http://[fe80::1]:4001']);
});

test('a gateway that cannot says why', async () => {
  database = await createEmptyDatabase();
  gateway = await serve(env());
  expect(await leasegate(['ready'], { ADMIN_PORT: portOf(gateway.adminUrl) })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^not ready: the schema lacks 0001-groups, /),
  });
});

test.each(['nothing', 'a server that does not answer', 'a redirect'])(
  '%s at the address is not ready',
  async (what) => {
    server = createServer(({ url }, response) => {
      if (what !== 'a redirect') return;
      if (url === '/readyz') response.writeHead(302, { Location: '/elsewhere' });
      response.end('{"problems":[]}');
    });
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const ADMIN_PORT = String((server.address() as AddressInfo).port);
    if (what === 'nothing') await new Promise((resolve) => server!.close(resolve));
    expect(await leasegate(['ready', '--timeout', what === 'a redirect' ? '10' : '0.2'], { ADMIN_PORT })).toEqual({
      status: 1,
      stdout: '',
      stderr: `not ready: no answer of a gateway from http://127.0.0.1:${ADMIN_PORT}/readyz\n`,
    });
  },
);

test('a server that changes protocols is not ready', async () => {
  const changed = Buffer.from('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  const service = await startRawService((socket) => socket.end(changed));
  const { status, stderr } = await leasegate(['ready'], { ADMIN_PORT: portOf(service.url) });
  await service.close();
  expect([status, stderr]).toEqual([1, expect.stringContaining('not ready: no answer of a gateway')]);
});
