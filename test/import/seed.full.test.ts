import { sql } from 'kysely';

import { seedDatabase } from '../../ingest/seed/seed';
import { createTestDatabase, type TestDatabase } from '../support/database';

const SIZE = { leases: 1500, groups: 7, seed: 3, baseDate: '2026-01-01' };

describe('seed', () => {
  const databases: TestDatabase[] = [];
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  async function seeded(size: typeof SIZE): Promise<TestDatabase> {
    const database = await createTestDatabase();
    databases.push(database);
    await seedDatabase({ db: database.db, ...size });
    return database;
  }

  async function everything({ db }: TestDatabase): Promise<string> {
    const tables = ['groups', 'units', 'tenants', 'leases', 'lease_tenants'];
    const rows = await Promise.all(
      tables.map((table) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)),
    );
    return JSON.stringify(rows.map((result) => result.rows));
  }

  const count = async ({ db }: TestDatabase, rows: string): Promise<number> =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.raw(rows)}`.execute(db)).rows[0]?.n);

  it('the same arguments give the same data, byte for byte; another seed gives other data', async () => {
    const one = await seeded(SIZE);
    expect(await everything(await seeded(SIZE))).toBe(await everything(one));
    expect(await everything(await seeded({ ...SIZE, seed: 4 }))).not.toBe(await everything(one));
  });

  it('makes the leases and groups of the world', async () => {
    const database = await seeded(SIZE);
    expect(await count(database, 'leases')).toBe(1500);
    expect(await count(database, '`groups`')).toBe(7);
    expect((await count(database, 'lease_tenants')) / 1500).toBeCloseTo(1.5, 0);
    expect(await count(database, "leases where identifier in ('lease-000001', 'lease-001500')")).toBe(2);
    expect(await count(database, "`groups` where identifier = 'group-007' and external_ref like 'G-%-007'")).toBe(1);
    for (const some of [
      'leases where end_date is null',
      "leases where end_date < '2026-01-01'",
      "leases where start_date < '2026-01-01' and end_date > '2026-01-01'",
      'tenants where email_address is null',
      'tenants where phone_number is null',
      'units where external_ref is null',
      '(select tenant_id from lease_tenants group by tenant_id having count(*) > 1) as regulars',
    ]) {
      expect([some, await count(database, some)]).toEqual([some, expect.any(Number)]);
      expect(await count(database, some)).toBeGreaterThan(0);
    }
    expect(await count(database, '(select distinct country from units) as countries')).toBeGreaterThan(5);
  });

  it('refuses a database with records', async () => {
    const { db } = await seeded({ ...SIZE, leases: 0 });
    await expect(seedDatabase({ db, ...SIZE })).rejects.toThrow('already has groups');
  });
});
