import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

test('a gateway that listens on every address is asked on the loopback address', async () => {
  database = await createTestDatabase();
  gateway = await serve({ ...env(), ADMIN_HOST: '0.0.0.0' });
  const asking = { ADMIN_HOST: '0.0.0.0', ADMIN_PORT: portOf(gateway.adminUrl) };
  expect((await leasegate(['ready'], asking)).status).toBe(0);
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

test.each(['nothing', 'a server that does not answer'])('%s at the address is not ready', async (what) => {
  server = createServer(() => undefined);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const ADMIN_PORT = String((server.address() as AddressInfo).port);
  if (what === 'nothing') await new Promise((resolve) => server!.close(resolve));
  expect(await leasegate(['ready', '--timeout', '0.2'], { ADMIN_PORT })).toEqual({
    status: 1,
    stdout: '',
    stderr: `not ready: no answer of a gateway from http://127.0.0.1:${ADMIN_PORT}/readyz\n`,
  });
});

test.each(['0', '-1', 'soon', '61'])('--timeout %s is refused', async (timeout) => {
  expect((await leasegate(['ready', '--timeout', timeout])).status).toBe(2);
});
