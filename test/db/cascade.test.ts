import { findDrift } from '../../ingest/check/drift';
import { insertLeaseTenants } from '../../ingest/import/store';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertTenantsWithLeases } from '../support/records';
import { type Household, insertHousehold, inserted } from './household';
import { type OtherProgram, otherProgram } from './other-program';

/** The copied columns of a pair follow every change of its lease, whoever makes it. */

const NO_PARENT = 1452;

let database: TestDatabase;
let program: OtherProgram;
let north: Household;

beforeEach(async () => {
  database = await createTestDatabase();
  north = await insertHousehold(database.db, 'north');
  program = await otherProgram(database.url, { sqlMode: '' });
});

afterEach(async () => {
  expect(await findDrift(database.db)).toEqual([]);
  await program.close();
  await database.drop();
});

/** The pairs of the lease called `north`, as one line each. */
async function pairs(): Promise<string[]> {
  const rows = await program.run(
    `select concat_ws(' ', unit_key, move_in_day, move_in_month) as told
     from lease_tenants where lease_id = ? order by tenant_id`,
    [north.leaseId],
  );
  return rows.map(({ told }) => told as string);
}

const move = (date: string | null) =>
  program.run('update leases set move_in_date = ? where id = ?', [date, north.leaseId]);

const UNKNOWN = '0000-01-01 0';
const inUnit = (known: string): string[] => [`${north.unitId} ${known}`];

test('the move-in date: given, changed, taken away', async () => {
  expect(await pairs()).toEqual(inUnit(UNKNOWN));
  await move('2024-02-29');
  expect(await pairs()).toEqual(inUnit('2024-02-29 202402'));
  await move('0001-01-01');
  expect(await pairs()).toEqual(inUnit('0001-01-01 101'));
  await move('9999-12-31');
  expect(await pairs()).toEqual(inUnit('9999-12-31 999912'));
  await move(null);
  expect(await pairs()).toEqual(inUnit(UNKNOWN));
});

test('the unit: another, none, one again', async () => {
  const unit = await inserted(database.db.insertInto('units').values({ identifier: 'other', group_id: north.groupId }));
  await program.run(`update leases set unit_id = ${unit} where id = ${north.leaseId}`);
  expect(await pairs()).toEqual([`${unit} ${UNKNOWN}`]);
  await program.run(`update leases set unit_id = null where id = ${north.leaseId}`);
  expect(await pairs()).toEqual([`0 ${UNKNOWN}`]);
  await program.run(
    `update leases set unit_id = ${north.unitId}, move_in_date = '2026-03-01' where id = ${north.leaseId}`,
  );
  expect(await pairs()).toEqual(inUnit('2026-03-01 202603'));
});

test('an upsert keeps the pairs and updates their copied columns', async () => {
  await program.run(
    `insert into leases (identifier, group_id, unit_id, move_in_date)
     values ('north-lease', ${north.groupId}, ${north.unitId}, '2025-05-06')
     on duplicate key update move_in_date = values(move_in_date), unit_id = null`,
  );
  expect(await pairs()).toEqual(['0 2025-05-06 202505']);
});

test('many leases at once, each of one unit with many, and several tenants of one lease', async () => {
  await insertTenantsWithLeases(database.db, north.groupId, 'many', 1500);
  const all = await program.run(`select id from tenants where identifier like 'many-%' limit 20`);
  await insertLeaseTenants(
    database.db,
    all.map(({ id }) => ({ lease_id: north.leaseId, tenant_id: id as number })),
  );
  await program.run(`update leases set move_in_date = date_add(coalesce(move_in_date, '2020-01-01'), interval id day)`);
  expect(new Set(await pairs()).size).toBe(1);
  const [counted] = await program.run(
    `select count(distinct move_in_day) as days, count(distinct move_in_month) as months from lease_tenants`,
  );
  expect(counted).toEqual({ days: 1501, months: expect.any(Number) });
  expect(await findDrift(database.db)).toEqual([]);
  await program.run('update leases set move_in_date = null, unit_id = null');
  expect(await program.run(`select 1 from lease_tenants where unit_key <> 0 or move_in_day <> '0000-01-01'`)).toEqual(
    [],
  );
});

test('a change that is rolled back does not change the pairs', async () => {
  await program.run('start transaction');
  await move('2024-02-29');
  await program.run('rollback');
  expect(await pairs()).toEqual(inUnit(UNKNOWN));
});

test('deleting a lease, or all leases of a group, deletes their pairs', async () => {
  await program.run(`delete from leases where group_id = ${north.groupId}`);
  expect(await program.run('select 1 from lease_tenants')).toEqual([]);
});

test('deleting a tenant deletes its pairs', async () => {
  await program.run(`delete from tenants where id = ${north.tenantId}`);
  expect(await pairs()).toEqual([]);
});

test('a new record, and one that replaces another (REPLACE)', async () => {
  await program.run(
    `replace into leases (identifier, group_id, unit_id) values ('north-lease', ${north.groupId}, ${north.unitId})`,
  );
  expect(await program.run('select 1 from lease_tenants')).toEqual([]);
});

describe('a pair that differs from its lease is refused', () => {
  test.each([
    ['group_id', '(select id from `groups` where identifier = "south")'],
    ['unit_key', '0'],
    ['move_in_day', "'2024-03-01'"],
    ['move_in_month', '202403'],
    ['lease_id', '77'],
    ['tenant_id', '77'],
  ])('%s %s', async (column, wrong) => {
    await insertHousehold(database.db, 'south');
    await move('2024-02-29');
    const right: Record<string, string> = {
      tenant_id: String(north.tenantId),
      lease_id: String(north.leaseId),
      group_id: String(north.groupId),
      unit_key: String(north.unitId),
      move_in_day: "'2024-02-29'",
      move_in_month: '202402',
    };
    const insert = (pair: Record<string, string>) =>
      `insert into lease_tenants (${Object.keys(pair).join(', ')}) values (${Object.values(pair).join(', ')})`;

    await program.run('delete from lease_tenants');
    expect(await program.refusal(insert({ ...right, [column]: wrong }))).toBe(NO_PARENT);
    expect(await program.refusal(insert(right))).toBe(0);
    expect(await program.refusal(`update lease_tenants set ${column} = ${wrong}`)).toBe(NO_PARENT);
  });
});
