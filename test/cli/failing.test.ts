/** Uncaught errors are logged without values, and other requests are not lost. */

import { join } from 'node:path';

import { freePort } from '../../tools/local-server/free-port';
import { holdTenantsInTests } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send } from '../http/client';
import { databaseForAllTests } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { serve, type Serving } from './leasegate';
import { until } from '../support/until';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(60_000);

const FAILING = `--import ${join(__dirname, 'failing-process.mjs')}`;

const database = databaseForAllTests();
const holdTenants = holdTenantsInTests();

beforeAll(() => insertHousehold(database.db, 'north'));

const start = async (env = {}): Promise<Serving> =>
  serve({
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    STATEMENT_TIMEOUT_MS: '20000',
    NODE_OPTIONS: FAILING,
    PORT: String(await freePort()),
    ...env,
  });

const ask = async ({ url }: Serving) =>
  (await send(url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } })).status;

test('an unhandled rejection is logged, and the process continues', async () => {
  const gateway = await start();
  process.kill(gateway.pid, 'SIGWINCH');
  await until(() => gateway.stdout().includes('"msg":"unhandled rejection"'));
  expect(await ask(gateway)).toBe(200);
  expect(await gateway.end()).toBe(0);
  expect(gateway.stdout()).toMatch(/"cause":\{"name":"TypeError","at":"at .*failing-process/);
  expect(gateway.stdout()).not.toContain('jane');
});

test('an uncaught exception: what is in flight is answered, then the process ends with status 1 at once', async () => {
  const gateway = await start({ SHUTDOWN_DELAY_SECONDS: '300' });
  expect(await ask(gateway)).toBe(200);
  const held = await holdTenants(database.url);
  const inFlight = ask(gateway);
  await held.awaited();
  const ended = gateway.end('SIGUSR2');
  await until(() => gateway.stdout().includes('"msg":"draining"'));
  const ready = await send(`${gateway.adminUrl}/readyz`, { method: 'GET' });
  expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('the gateway is stopping')]);
  await held.release();
  expect(await inFlight).toBe(200);
  expect(await ended).toBe(1);
  expect(gateway.stdout()).toContain('"msg":"uncaught exception"');
  expect(gateway.stdout()).not.toContain('jane');
});
