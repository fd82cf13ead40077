/** Decisions that contract cases cannot show: refusals of the database, and settings of a deployment. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';

import { isObject } from '../../cutover/contract/answers';
import { insertLeaseTenants } from '../../ingest/import/store';
import { importFolder } from '../../ingest/import/import-folder';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { exchange } from './exchange';
import { WORLD_FOLDER } from './world';

const NOW = new Date('2026-03-15T12:00:00Z');

const FIND = '/leases/find-for-tenant/';

let folder: string;
let database: TestDatabase;
const gateways: TestGateway[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-decisions-'));
  database = await createTestDatabase();
});

afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const load = (from: string) =>
  importFolder({ db: database.db, folder: from, rejects: join(folder, 'rejects.txt') }).then(({ kinds }) => kinds);

async function start(env: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await startTestGateway({ databaseUrl: database.url, now: () => NOW, env });
  gateways.push(gateway);
  return gateway;
}

test('D5: rows that come and go between two calls neither repeat nor skip one that stayed', async () => {
  await load(WORLD_FOLDER);
  const { db } = database;
  const { url } = await start();
  const token = { all: await signToken({ groups: '*', now: NOW }) };
  const page = async (afterId: number) => {
    const body = { identifier: 'ten-with-253', 'after-id': afterId };
    const { text } = await exchange(url, token, { path: FIND, body });
    const { leases, last_id } = JSON.parse(text) as { leases: { identifier: string }[]; last_id: number };
    return { names: leases.map(({ identifier }) => identifier), last_id };
  };
  const names = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `bulk-lease-${String(from + index).padStart(3, '0')}`);
  const first = await page(0);
  expect(first.names).toEqual(names(1, 100));
  // A lease of the first page, its last one, whose id is the cursor, and one of the next page.
  const gone = ['bulk-lease-050', 'bulk-lease-100', 'bulk-lease-150'];
  await db.deleteFrom('leases').where('identifier', 'in', gone).execute();
  const added = { identifier: 'added', group: 'bulk', unit_id: 'unit-bulk', tenants: ['ten-with-253'] };
  writeFileSync(join(folder, 'leases.ndjson'), JSON.stringify(added));
  await load(folder);
  const second = await page(first.last_id);
  const third = await page(second.last_id);
  expect([...second.names, ...third.names]).toEqual([...names(101, 149), ...names(151, 253), 'added']);
  expect(third.last_id).toBe(-1);
});

test('D18: the database refuses a lease with a unit or a tenant of another group', async () => {
  await load(WORLD_FOLDER);
  const { db } = database;
  const idOf = async (table: 'groups' | 'units' | 'tenants' | 'leases', identifier: string) =>
    (await db.selectFrom(table).select('id').where('identifier', '=', identifier).executeTakeFirstOrThrow()).id;
  const lease = await idOf('leases', 'lease-south');
  const elsewhere = { tenant: await idOf('tenants', 'ten-anna'), unit: await idOf('units', 'unit-north-1') };
  const pair = { tenant_id: elsewhere.tenant, lease_id: lease };
  await expect(insertLeaseTenants(db, [pair])).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/foreign key/i) },
  });
  const move = db.updateTable('leases').set({ unit_id: elsewhere.unit }).where('id', '=', lease);
  await expect(move.execute()).rejects.toThrow(/foreign key/i);
});

test('D14: today is the calendar day of the business time zone', async () => {
  await load(WORLD_FOLDER);
  const activeIn = async (zone: string) => {
    const { url } = await start({ BUSINESS_TIME_ZONE: zone });
    const token = { all: await signToken({ groups: '*', now: NOW }) };
    const { json } = await exchange(url, token, { path: FIND, body: { identifier: 'ten-clock', active: true } });
    return isObject(json) && Array.isArray(json.leases)
      ? json.leases.map((lease) => isObject(lease) && lease.identifier)
      : [];
  };
  expect(await activeIn('UTC')).toEqual(['lease-started-yesterday', 'lease-ends-tomorrow']);
  // There it is 16 March.
  expect(await activeIn('Pacific/Kiritimati')).toEqual(['lease-starts-today', 'lease-started-yesterday']);
});

test('D30: the memberships of a caller without a groups claim count at each request that remembers nothing', async () => {
  await load(WORLD_FOLDER);
  const { db } = database;
  const gateway = await start({ AUTH_REMEMBER_SECONDS: '0' });
  const token = { all: await signToken({ subject: 'caretaker', now: NOW }) };
  const found = async () =>
    (await exchange(gateway.url, token, { path: FIND, body: { email_address: 'anna.muster@example.com' } })).text.match(
      /"lease-[a-z-]+"/g,
    );
  expect(await found()).toBeNull();
  await db.insertInto('callers').values({ subject: 'caretaker', all_groups: false }).execute();
  const member = db.selectFrom('callers').innerJoin('groups', (on) => on.on('groups.identifier', '=', 'south'));
  const ids = await member.select(['callers.id as caller_id', 'groups.id as group_id']).executeTakeFirstOrThrow();
  await db.insertInto('caller_groups').values(ids).execute();
  expect(await found()).toEqual(['"lease-south"']);
  await db.deleteFrom('caller_groups').execute();
  expect(await found()).toBeNull();
});

test.each([
  ['a column', 'alter table units rename column unit_number to number_of_unit', FIND, { identifier: 'ten-anna' }],
  ['a table', 'drop table lease_tenants', '/leases/tenants/', { identifier: 'lease-first' }],
])('D33: %s that goes missing while the gateway serves: 503, never 404 or 500', async (_what, ddl, path, body) => {
  await load(WORLD_FOLDER);
  const gateway = await start();
  const ask = async () => exchange(gateway.url, { all: await signToken({ groups: '*', now: NOW }) }, { path, body });
  expect((await ask()).status).toBe(200);
  await sql.raw(ddl).execute(database.db);
  const { status, json, headers } = await ask();
  expect([status, json]).toEqual([503, { error: { type: 'service_unavailable', message: expect.any(String) } }]);
  expect(headers['retry-after']).toMatch(/^\d+$/);
});
