/** SIGHUP renews all workers, one after the other, without affecting clients. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../tools/local-server/free-port';
import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { keepAliveClients } from '../support/keep-alive-clients';
import { signToken, TEST_SECRET } from '../support/tokens';
import { children } from './children';
import { serve, type Serving } from './leasegate';
import { until } from '../support/until';

// A test starts the program many times, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  folder = mkdtempSync(join(tmpdir(), 'leasegate-renewing-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const start = async (env = {}): Promise<Serving> =>
  serve({
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    STATEMENT_TIMEOUT_MS: '20000',
    WORKERS: '2',
    PORT: String(await freePort()),
    ...env,
  });

const said = (gateway: Serving, message: string): number => gateway.stdout().split(`"msg":"${message}"`).length - 1;

test('three renewals with 100 keep-alive clients: no request is lost or refused, all are 200', async () => {
  const gateway = await start();
  const before = children(gateway.pid);
  const clients = keepAliveClients(gateway.url, { count: 100, token: await everyGroup(), untilRefused: false });
  await clients.answers(200);
  for (let time = 1; time <= 3; time += 1) {
    process.kill(gateway.pid, 'SIGHUP');
    await until(() => said(gateway, 'workers renewed') === time);
  }
  const after = children(gateway.pid);
  const { sent, answered, lost, refused } = await clients.stop();
  expect({ lost, refused, unlike200: sent - (answered.get(200) ?? 0) }).toEqual({ lost: 0, refused: 0, unlike200: 0 });
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(await gateway.end()).toBe(0);
});

test('any number of SIGHUPs during a renewal cause one more', async () => {
  const gateway = await start();
  for (let time = 1; time <= 5; time += 1) {
    process.kill(gateway.pid, 'SIGHUP');
    await until(() => said(gateway, 'renewing the workers') > 0);
  }
  await until(() => said(gateway, 'workers renewed') === 2);
  expect(await gateway.end()).toBe(0);
  expect(said(gateway, 'renewing the workers')).toBe(2);
});

test('workers that cannot start leave the others in place, and the failure is logged', async () => {
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  const audit = { AUDIT_LOG: join(inside, 'audit.log'), AUDIT_KEY: 'a key that is long enough to be one' };
  const gateway = await start(audit);
  const before = children(gateway.pid);
  // A worker that starts now cannot open the audit trail.
  rmSync(inside, { recursive: true });
  process.kill(gateway.pid, 'SIGHUP');
  await until(() => said(gateway, 'a new worker could not start; the others continue') === 1);
  expect(children(gateway.pid)).toEqual(expect.arrayContaining(before));
  const answer = await send(gateway.url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });
  expect(answer.status).toBe(200);
  expect(said(gateway, 'workers renewed')).toBe(0);
  mkdirSync(inside);
  process.kill(gateway.pid, 'SIGHUP');
  await until(() => said(gateway, 'workers renewed') === 1);
  expect(await gateway.end()).toBe(0);
});

test('SIGTERM during a renewal ends everything with status 0', async () => {
  const gateway = await start();
  process.kill(gateway.pid, 'SIGHUP');
  await until(() => children(gateway.pid).length === 3);
  const workers = children(gateway.pid);
  expect(await gateway.end()).toBe(0);
  expect(workers.filter(isAlive)).toEqual([]);
});

test('the rate limits of callers survive a renewal', async () => {
  const gateway = await start({ RATE_LIMIT: '3', RATE_LIMIT_WINDOW_SECONDS: '86400' });
  const token = await signToken({ subject: 'ann', groups: '*' });
  const status = async () => (await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } })).status;
  expect([await status(), await status()]).toEqual([200, 200]);
  process.kill(gateway.pid, 'SIGHUP');
  await until(() => said(gateway, 'workers renewed') === 1);
  expect([await status(), await status()]).toEqual([200, 429]);
  expect(await gateway.end()).toBe(0);
});

test('WORKERS=1: SIGHUP ends nothing and logs what it needs', async () => {
  const gateway = await start({ WORKERS: '1' });
  process.kill(gateway.pid, 'SIGHUP');
  await until(() => said(gateway, 'SIGHUP replaces the processes of WORKERS; it needs two or more') === 1);
  const answer = await send(gateway.url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });
  expect(answer.status).toBe(200);
  expect(await gateway.end()).toBe(0);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
