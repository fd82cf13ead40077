/** More clients than the process may open files. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { TEST_SECRET } from '../support/tokens';
import { serve } from './leasegate';
import { until } from '../support/until';

jest.setTimeout(60_000);

let database: TestDatabase;
let prlimit: string;

beforeAll(async () => {
  prlimit = await debianProgram('util-linux', 'prlimit');
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
}, INSTALL_LIMIT_MS);

afterAll(() => database.drop());

test('the process survives, and serves again as soon as there are descriptors', async () => {
  const gateway = await serve({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET });
  const token = await everyGroup();
  const ask = () => send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  expect((await ask()).status).toBe(200);
  execFileSync(prlimit, [`--pid=${gateway.pid}`, '--nofile=64:64']);

  const port = Number(new URL(gateway.url).port);
  const crowd = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  let closed = 0;
  for (const socket of crowd) socket.once('close', () => (closed += 1));
  // It closes connections that it cannot serve, so that no client waits.
  await until(() => closed >= 100);
  const meanwhile = await ask().then(
    ({ status }) => status,
    () => 'turned away',
  );
  expect([200, 503, 'turned away']).toContain(meanwhile);

  for (const socket of crowd) socket.destroy();
  await Promise.all(crowd.filter(({ closed: done }) => !done).map((socket) => once(socket, 'close')));
  const answered = async () => (await ask().catch(() => undefined))?.status === 200;
  await until(async () => await answered());
  expect(await gateway.end()).toBe(0);
});
