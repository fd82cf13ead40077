import { hash } from 'node:crypto';

import { sql } from 'kysely';

import { seedDatabase } from '../../ingest/seed/seed';
import { createTestDatabase, type TestDatabase } from '../support/database';

const SIZE = { leases: 1500, groups: 7, seed: 3, baseDate: '2026-01-01' };

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function seeded(size: typeof SIZE): Promise<TestDatabase['db']> {
  const database = await createTestDatabase();
  databases.push(database);
  await seedDatabase({ db: database.db, ...size });
  return database.db;
}

async function everything(db: TestDatabase['db']): Promise<string> {
  const tables = ['groups', 'units', 'tenants', 'leases', 'lease_tenants'];
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)),
  );
  return hash('sha256', JSON.stringify(rows.map((result) => result.rows)));
}

/** It changes if the data do. Then the CHANGELOG says so. */
const MADE = '6060fc7449e14d46018e1f4a22dbe94a4f092c02be6a8f395e8e7975a08252dc';

it('the same arguments give the same data, byte for byte; another seed gives other data', async () => {
  expect(await everything(await seeded(SIZE))).toBe(MADE);
  expect(await everything(await seeded({ ...SIZE, seed: 4 }))).not.toBe(MADE);
});

it('makes the leases and groups of the world, and refuses a database with records', async () => {
  const db = await seeded(SIZE);
  const counts: [rows: string, least: number, most: number][] = [
    ['leases', 1500, 1500],
    ['`groups`', 7, 7],
    ['lease_tenants', 1500, 3000],
    ["leases where identifier in ('lease-000001', 'lease-001500')", 2, 2],
    ["`groups` where identifier = 'group-007' and external_ref like 'G-%-007'", 1, 1],
    ['leases where end_date is null', 1, 1499],
    ["leases where end_date < '2026-01-01'", 1, 1499],
    ["leases where start_date < '2026-01-01' and end_date > '2026-01-01'", 1, 1499],
    ['tenants where email_address is null', 1, 1499],
    ['units where external_ref is null', 1, 1499],
    ['(select tenant_id from lease_tenants group by tenant_id having count(*) > 1) as regulars', 1, 1499],
    ['(select distinct country from units) as countries', 6, 99],
  ];
  for (const [from, least, most] of counts) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(db);
    expect([from, rows[0]!.n >= least && rows[0]!.n <= most]).toEqual([from, true]);
  }
  await expect(seedDatabase({ db, ...SIZE })).rejects.toThrow('already has groups');
});
