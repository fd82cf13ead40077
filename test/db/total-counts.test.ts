/** Where a total count ends, to the row (decision 50): 10,000 records are counted, 10,001 are not; nor are 13,001 pairs. */

import { type Kysely, sql } from 'kysely';

import { Database } from '../../src/db/database';
import type { Tables } from '../../src/db/tables';
import { pageOfLeases, pageOfTenants, Session } from '../../src/lookups/find-records';
import { TenantLeases } from '../../src/lookups/tenant-leases';
import { groupsWithin } from '../../src/db/groups';
import { paginate } from '../../src/lookups/paginate';
import type { CountProblem, Page, PageRequest } from '../../src/model/page';
import { databaseForAllTests } from '../support/database';
import { numbersBelow } from '../support/records';

const NOTHING: PageRequest = { limit: 0, direction: 'forward' };
const ONE: PageRequest = { limit: 1, direction: 'forward' };

const database = databaseForAllTests();
let db: Database;

beforeAll(async () => {
  await fill(database.db);
  db = new Database(database.db, () => 0);
});

/** Tenant 1 has many leases, lease 1 many tenants; each in a group of its own. */
async function fill(connection: Kysely<Tables>): Promise<void> {
  const people = (id: string, group: number) =>
    sql`(id, identifier, group_id) select ${sql.raw(id)}, concat('of-${sql.raw(String(group))}-', n), ${group}`;
  for (const statement of [
    sql`insert into \`groups\` (id, identifier) select n + 1, concat('group-', n + 1) from ${numbersBelow(10_001)}`,
    sql`insert into units (id, identifier, group_id, city) values (1, 'unit', 1, 'Köln')`,
    sql`insert into tenants ${people('1', 1)} from ${numbersBelow(1)}`,
    sql`insert into leases (id, identifier, group_id, unit_id, move_in_date, start_date, end_date)
      select n + 2, concat('lease-', n + 2), 1, 1, '2026-01-01', '2026-01-01', '2027-01-01' from ${numbersBelow(13_001)}`,
    sql`insert into tenants ${people('n + 2', 2)} from ${numbersBelow(10_001)}`,
    sql`insert into leases ${people('1', 2)} from ${numbersBelow(1)}`,
    sql`insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
      select 1, id, group_id, unit_key, move_in_day, move_in_month from leases where group_id = 1`,
    sql`insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
      select t.id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month
      from leases as l join tenants as t on t.group_id = l.group_id where l.group_id = 2`,
  ]) {
    await statement.execute(connection);
  }
}

const session = (...identifiers: string[]): Session =>
  new Session(db, {
    subject: null,
    token: { kind: 'jwt', id: null },
    tokenExpiresAt: null,
    groups: identifiers.length === 0 ? { kind: 'all' } : { kind: 'listed', identifiers },
  });

const RANGE = { minMoveInDate: '2026-01-01', maxMoveInDate: '2026-01-31' };

const [RECORDS, ROWS] = ['TOO_MANY_RECORDS', 'TOO_MANY_ROWS'];

type Counted = Pick<Page<object>, 'count'>;

const countOf = (page: Counted): Promise<number | CountProblem> => page.count();

/** Every count that the leases of tenant 1 are part of. */
async function countsOfOne() {
  const tenant = { identifier: 'of-1-0' };
  const one = session('group-1');
  const { records } = await pageOfTenants(one, {}, ONE);
  const leases = await new TenantLeases(one).of(records[0]!, undefined, ONE);
  const active = await new TenantLeases(one).of(records[0]!, '2026-06-01', ONE);
  const count = async (page: Promise<Counted>) => countOf(await page);
  return {
    leases: await count(pageOfLeases(one, tenant, NOTHING)),
    activeLeases: await count(pageOfLeases(one, { ...tenant, activeOn: '2026-06-01' }, NOTHING)),
    leasesOfTenants: [await countOf(leases), await countOf(active)],
    tenants: await count(pageOfTenants(one, {}, NOTHING)),
    tenantsInRange: await count(pageOfTenants(one, RANGE, NOTHING)),
    tenantsByAddress: await count(pageOfTenants(one, { address: { city: 'Köln' } }, NOTHING)),
  };
}

const keepPairs = (most: number) =>
  sql`delete from lease_tenants where tenant_id = 1 and lease_id > ${most + 1}`.execute(database.db);

test('pairs of one tenant, from 13,001 of them downward', async () => {
  const none = { leases: ROWS, activeLeases: ROWS, leasesOfTenants: [ROWS, ROWS] };
  expect(await countsOfOne()).toEqual({ ...none, tenants: ROWS, tenantsInRange: ROWS, tenantsByAddress: ROWS });
  const many = { leases: RECORDS, activeLeases: RECORDS, leasesOfTenants: [RECORDS, RECORDS] };
  await keepPairs(13_000);
  expect(await countsOfOne()).toEqual({ ...many, tenants: 1, tenantsInRange: 1, tenantsByAddress: 1 });
  await keepPairs(10_001);
  expect(await countsOfOne()).toEqual({ ...many, tenants: 1, tenantsInRange: 1, tenantsByAddress: 1 });
  await keepPairs(10_000);
  expect(await countsOfOne()).toEqual({
    leases: 10_000,
    activeLeases: 10_000,
    leasesOfTenants: [10_000, 10_000],
    tenants: 1,
    tenantsInRange: 1,
    tenantsByAddress: 1,
  });
});

test('tenants of one lease', async () => {
  const count = async () => countOf(await pageOfTenants(session(), { identifier: 'of-2-0' }, NOTHING));
  expect(await count()).toBe(RECORDS);
  await sql`delete from lease_tenants where tenant_id = 10002`.execute(database.db);
  expect(await count()).toBe(10_000);
});

test('groups', async () => {
  const count = async () => {
    const own = session();
    return countOf(await paginate(groupsWithin(own.db.access, await own.scope()), NOTHING));
  };
  expect(await count()).toBe(RECORDS);
  await sql`delete from \`groups\` where id = 10001`.execute(database.db);
  expect(await count()).toBe(10_000);
});

test('with an address, units of one field or pairs, whichever are fewer than 9,001', async () => {
  const units = (most: number) =>
    sql`
    insert into units (id, identifier, group_id, city, country) select 10 + n, concat('unit-', n), 3, 'Bonn', 'Germany'
    from ${numbersBelow(most)}`.execute(database.db);
  const count = async (address: object) => countOf(await pageOfTenants(session('group-3'), { address }, NOTHING));
  await sql`insert into tenants (id, identifier, group_id) select 20000 + n, concat('of-3-', n), 3
    from ${numbersBelow(9_001)}`.execute(database.db);
  await sql`insert into leases (id, identifier, group_id) select 20000 + n, concat('of-3-', n), 3
    from ${numbersBelow(9_001)}`.execute(database.db);
  await sql`insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
    select id, id, group_id, unit_key, move_in_day, move_in_month from leases where group_id = 3`.execute(database.db);
  await units(9_001);
  expect([await count({ city: 'Bonn' }), await count({ city: 'Bonn', state: 'Nowhere' })]).toEqual([ROWS, 0]);
  await sql`delete from units where id = 9010`.execute(database.db);
  expect(await count({ city: 'Bonn', country: 'Germany' })).toBe(0);
  await sql`insert into units (id, identifier, group_id, city, country) values (9010, 'again', 3, 'Bonn', 'Germany')`.execute(
    database.db,
  );
  expect(await count({ city: 'Bonn' })).toBe(ROWS);
  await sql`delete from lease_tenants where tenant_id = 20000`.execute(database.db);
  expect(await count({ city: 'Bonn' })).toBe(0);
});
