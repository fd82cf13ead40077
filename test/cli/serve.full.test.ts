import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { everyGroup, json, LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { serve } from './leasegate';
import { until } from '../support/until';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
});

afterAll(() => database.drop());

const env = () => ({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, STATEMENT_TIMEOUT_MS: '20000' });

test.each(['SIGTERM', 'SIGINT'] as const)('serve starts and answers; %s ends it with status 0', async (signal) => {
  const gateway = await serve(env());
  const answer = await send(gateway.url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });
  expect(json(answer)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
  expect((await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(200);

  const asked = Date.now();
  expect(await gateway.end(signal)).toBe(0);
  expect(Date.now() - asked).toBeLessThan(9_000);
});

test('SIGTERM drains: a request in flight is answered first', async () => {
  const gateway = await serve(env());
  const ask = async () =>
    send(gateway.url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });
  await ask();
  const held = await holdTenants(database.url);
  const inFlight = ask();
  await held.awaited();
  const ended = gateway.end();
  await until(() => gateway.stdout().includes('"msg":"draining"'));
  await held.release();

  expect(json(await inFlight)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
  expect(await ended).toBe(0);
});

test('an unreachable database does not stop the start, and is said once', async () => {
  const gateway = await serve({ ...env(), DATABASE_URL: 'mysql://root@127.0.0.1:1/none' });
  expect((await send(`${gateway.adminUrl}/livez`, { method: 'GET' })).status).toBe(200);
  expect((await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(503);
  const warnings = () => gateway.stdout().match(/^.*lookups are unavailable.*$/gm) ?? [];
  await until(() => warnings().length !== 0);
  expect(await gateway.end()).toBe(0);
  expect(warnings().map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      level: 40,
      problems: ['the database at 127.0.0.1:1 does not answer: the connection was refused'],
    }),
  ]);
});
