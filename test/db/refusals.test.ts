import { createTestDatabase, serverKind, type TestDatabase } from '../support/database';
import { type Household, insertHousehold } from './household';
import { type OtherProgram, otherProgram } from './other-program';

/** What the database refuses, whoever writes and however lax the session is. */

const NO_PARENT = 1452;
const HAS_CHILDREN = 1451;
const TOO_LARGE = '9007199254740992';

let database: TestDatabase;
let program: OtherProgram;
let north: Household;
let south: Household;
let failedCheck: number;

beforeAll(async () => {
  database = await createTestDatabase();
  north = await insertHousehold(database.db, 'north');
  south = await insertHousehold(database.db, 'south');
  program = await otherProgram(database.url, { sqlMode: '' });
  failedCheck = (await serverKind()) === 'mariadb' ? 4025 : 3819;
});

afterAll(async () => {
  await program.close();
  await database.drop();
});

const insertPair = (tenant: number | string, lease: number | string, group: number | string): string =>
  `insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
   select ${tenant}, id, ${group}, unit_key, move_in_day, move_in_month from leases where id = ${lease}`;

test('decision 18: no pair of a lease and a tenant across groups', async () => {
  for (const group of [north.groupId, south.groupId]) {
    expect(await program.refusal(insertPair(north.tenantId, south.leaseId, group))).toBe(NO_PARENT);
    expect(await program.refusal(insertPair(south.tenantId, north.leaseId, group))).toBe(NO_PARENT);
  }
});

test('decision 18: no lease in a unit of another group', async () => {
  const insert = `insert into leases (identifier, group_id, unit_id) values ('x', ${north.groupId}, ${south.unitId})`;
  expect(await program.refusal(insert)).toBe(NO_PARENT);
  const update = `update leases set unit_id = ${south.unitId} where id = ${north.leaseId}`;
  expect(await program.refusal(update)).toBe(NO_PARENT);
});

test.each(['units', 'tenants', 'leases'])(
  'decision 18: no key cascades a group: a paired record of %s stays',
  async (table) => {
    const update = `update ${table} set group_id = ${south.groupId} where group_id = ${north.groupId}`;
    expect([NO_PARENT, HAS_CHILDREN]).toContain(await program.refusal(update));
  },
);

test('a group that has records is not deleted', async () => {
  expect(await program.refusal(`delete from \`groups\` where id = ${north.groupId}`)).toBe(HAS_CHILDREN);
});

test('a pair is deleted with its lease or its tenant', async () => {
  const gone = await insertHousehold(database.db, 'gone');
  await program.run(`delete from leases where id = ${gone.leaseId}`);
  expect(await program.run(`select 1 from lease_tenants where tenant_id = ${gone.tenantId}`)).toEqual([]);
});

test('decision 6: no record refers to a paging id above 2^53 - 1', async () => {
  await program.run('start transaction');
  await program.run(`insert into \`groups\` (id, identifier) values (${TOO_LARGE}, 'g')`);
  await program.run(`insert into units (id, identifier, group_id) values (${TOO_LARGE}, 'u', ${north.groupId})`);
  await program.run(`insert into tenants (id, identifier, group_id) values (${TOO_LARGE}, 't', ${north.groupId})`);
  await program.run(`insert into leases (id, identifier, group_id) values (${TOO_LARGE}, 'l', ${north.groupId})`);
  await program.run(`insert into callers (id, subject) values (${TOO_LARGE}, 'c'), (7, 'd')`);
  for (const statement of [
    `insert into units (identifier, group_id) values ('x', ${TOO_LARGE})`,
    `insert into tenants (identifier, group_id) values ('x', ${TOO_LARGE})`,
    `insert into leases (identifier, group_id) values ('x', ${TOO_LARGE})`,
    `insert into leases (identifier, group_id, unit_id) values ('x', ${north.groupId}, ${TOO_LARGE})`,
    insertPair(TOO_LARGE, north.leaseId, north.groupId),
    `insert into caller_groups (caller_id, group_id) values (7, ${TOO_LARGE})`,
    `insert into caller_groups (caller_id, group_id) values (${TOO_LARGE}, ${north.groupId})`,
    `insert into opaque_token_groups (token_id, group_id) values (7, ${TOO_LARGE})`,
  ]) {
    expect({ statement, errno: await program.refusal(statement) }).toEqual({ statement, errno: failedCheck });
  }
  await program.run('rollback');
});

describe.each(['', 'ALLOW_INVALID_DATES'])('decision 16: under sql_mode %j no date that does not exist', (sqlMode) => {
  test.each(['start_date', 'end_date', 'move_in_date'])('%s', async (column) => {
    await program.run('set session sql_mode = ?', [sqlMode]);
    for (const date of ['0000-00-00', '2024-00-10', '2024-05-00', '0000-05-05', '2023-02-29', '2024-04-31']) {
      const values = `'no day ${column}', ${north.groupId}, '${date}'`;
      const errno = await program.refusal(`insert into leases (identifier, group_id, ${column}) values (${values})`);
      expect({ date, errno }).toEqual({ date, errno: failedCheck });
    }
  });
});

test('decision 16: the first and the last day are accepted', async () => {
  const insert = `insert into leases (identifier, group_id, start_date, end_date) values ('x', ${north.groupId}, '0001-01-01', '9999-12-31')`;
  expect(await program.refusal(insert)).toBe(0);
});
