/** SIGTERM behind HAProxy, which sends no request a second time: nobody notices with SHUTDOWN_DELAY_SECONDS. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../tools/local-server/free-port';
import { serve, type Serving } from '../cli/leasegate';
import { LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken, TEST_SECRET } from '../support/tokens';
import { type Balancer, startBalancer } from './haproxy';
import { type Load, startLoad, type Tally } from './load';
import { TENANTS_OF_ACME, tenantsOfAcme } from './town';
import { until } from '../support/until';

jest.setTimeout(300_000);

/** docs/operate/haproxy.cfg marks a gateway as down when 6 checks have failed, each half a second after the other. */
const DELAY_SECONDS = '5';

let folder: string;
let database: TestDatabase;
let balancer: Balancer | undefined;
let load: Load | undefined;
const ports: { port: number; adminPort: number }[] = [];
const running: (Serving | undefined)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-stopping-'));
  database = await createTestDatabase();
  const acme = await insertGroup(database.db, 'acme');
  await insertTenantsWithLeases(database.db, acme, 'acme', TENANTS_OF_ACME);
  for (let gateway = 0; gateway < 2; gateway += 1) ports.push({ port: await freePort(), adminPort: await freePort() });
  balancer = await startBalancer(folder, { nodes: [], gateways: ports, retries: false });
}, INSTALL_LIMIT_MS);
afterAll(async () => {
  await load?.stop();
  for (const gateway of running) await gateway?.end('SIGKILL');
  await balancer?.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(at: number, SHUTDOWN_DELAY_SECONDS: string): Promise<void> {
  const { port, adminPort } = ports[at]!;
  const env = { DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, SHUTDOWN_DELAY_SECONDS };
  running[at] = await serve({ ...env, PORT: String(port), ADMIN_PORT: String(adminPort) });
}

async function stop(at: number): Promise<void> {
  expect(await running[at]?.end()).toBe(0);
  running[at] = undefined;
}

async function moreAnswers(from: Load): Promise<void> {
  const before = from.tally.right;
  await until(() => from.tally.right >= before + 300, '300 more answers came');
}

/** Waits until the balancer sends requests to a gateway. */
async function used(at: number): Promise<void> {
  const token = await signToken({ groups: ['acme'] });
  await until(async () => {
    await send(balancer!.url + LEASES, { token, body: { identifier: 'acme-1' } });
    const metrics = await send(`${running[at]!.adminUrl}/metrics`, { method: 'GET' });
    return /^leasegate_http_requests_total\{.*status="200"/m.test(metrics.text);
  }, 'the balancer uses the gateway');
}

/** Stops gateways in turn under load, and starts each again when the other one has answered alone for a while. */
async function replace(gateways: readonly number[], delaySeconds: string): Promise<Tally> {
  for (const at of [0, 1]) await start(at, delaySeconds);
  for (const at of [0, 1]) await used(at);
  load = startLoad(balancer!.url, await signToken({ groups: ['acme'] }), 8, tenantsOfAcme());
  for (const at of gateways) {
    await moreAnswers(load);
    await stop(at);
    await moreAnswers(load);
    await start(at, delaySeconds);
    await used(at);
  }
  const tally = await load.stop();
  load = undefined;
  for (const at of [0, 1]) await stop(at);
  return tally;
}

test('with the delay no request is refused', async () => {
  const { right, refused, wrong, lost } = await replace([0, 1], DELAY_SECONDS);
  console.log(`${right} answers, refused: ${JSON.stringify(refused)}, lost: ${JSON.stringify(lost)}`);
  expect({ refused, wrong, lost }).toEqual({ refused: {}, wrong: [], lost: {} });
});

test('without it some are', async () => {
  const { refused, wrong } = await replace([0], '0');
  expect(refused[503]).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
