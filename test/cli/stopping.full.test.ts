/** SIGTERM under load loses no request, and the process ends as soon as all are answered. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { linesOf } from '../audit/kept-trail';
import { holdTenantsInTests } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send } from '../http/client';
import { startLoad } from '../scale/load';
import { bothTransports, TENANTS_OF_ACME } from '../scale/town';
import { databaseForAllTests } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { TEST_SECRET } from '../support/tokens';
import { serve, type Serving } from './leasegate';
import { until } from '../support/until';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(60_000);

const database = databaseForAllTests();
const holdTenants = holdTenantsInTests();

beforeAll(() => insertHousehold(database.db, 'north'));

const start = (env = {}): Promise<Serving> =>
  serve({
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    STATEMENT_TIMEOUT_MS: '20000',
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    ...env,
  });

const messages = (gateway: Serving) => linesOf(gateway.stdout()).map(({ msg }) => msg);

const ask = async ({ url }: Serving) =>
  send(url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });

test('SIGTERM with 100 keep-alive clients on both transports leaves no request unanswered', async () => {
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', TENANTS_OF_ACME);
  const gateway = await start();
  const load = startLoad(gateway.url, await everyGroup(), 100, bothTransports());
  await until(() => load.tally.right >= 500, '500 answers came');
  const asked = Date.now();
  const status = await gateway.end();
  const took = Date.now() - asked;
  const { right: _, lost, ...others } = await load.stop();
  // Once it has ended, nothing listens.
  const { refused: _refused, ...unanswered } = lost;
  expect({ ...others, unanswered, status }).toEqual({ refused: {}, wrong: [], unanswered: {}, status: 0 });
  expect(took).toBeLessThan(9_500);
});

test.each(['SIGTERM', 'SIGINT'] as const)('a second %s ends it at once, with status 1 and a line', async (signal) => {
  const gateway = await start();
  await ask(gateway);
  const held = await holdTenants(database.url);
  const inFlight = ask(gateway).catch(() => 'lost');
  await held.awaited();
  const ended = gateway.end(signal);
  await until(() => messages(gateway).includes('draining'));
  // One Ctrl-C may arrive twice.
  if (signal === 'SIGINT') await sleep(600);
  const asked = Date.now();
  process.kill(gateway.pid, signal);
  expect(await ended).toBe(1);
  // Before the ten seconds that a drain may take are over.
  expect(Date.now() - asked).toBeLessThan(9_000);
  expect(await inFlight).toBe('lost');
  expect(messages(gateway)).toContain('ended by force');
  await held.release();
});

test('what is not answered after ten seconds is cut off, with status 1 and a line', async () => {
  const gateway = await start();
  await ask(gateway);
  const held = await holdTenants(database.url);
  const inFlight = ask(gateway).catch(() => 'lost');
  await held.awaited();
  const asked = Date.now();
  expect(await gateway.end()).toBe(1);
  expect(Date.now() - asked).toBeGreaterThan(9_000);
  expect(await inFlight).toBe('lost');
  expect(messages(gateway)).toContain('requests cut off');
});

test('npm start passes SIGTERM on, and ends with the status of the gateway', async () => {
  const npm = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, PORT: '0', ADMIN_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: join(__dirname, '..', '..'),
  });
  const ended = once(npm, 'close');
  let printed = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!printed.includes('"msg":"listening"') && (printed + text).includes('"msg":"listening"')) npm.kill('SIGTERM');
    printed += text;
  });
  // Standard output closes when the gateway is gone, too.
  expect(await ended).toEqual([0, null]);
  expect(printed).toMatch(/"msg":"stopped"}\n$/);
});

test('with SHUTDOWN_DELAY_SECONDS, new connections are answered after SIGTERM while /readyz is 503', async () => {
  const gateway = await start({ SHUTDOWN_DELAY_SECONDS: '2' });
  const ended = gateway.end();
  const ready = async () => (await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status;
  await until(async () => (await ready()) !== 200);
  expect((await ask(gateway)).status).toBe(200);
  expect(await ended).toBe(0);
  await expect(ask(gateway)).rejects.toThrow();
});
