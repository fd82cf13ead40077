/** Traps that no world can contain: the database refuses a lease, a unit or a tenant of another group (decision 18). */

import { sql } from 'kysely';

import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertPairs, insertRows, loadWorld } from './load';
import { leaseRow, tenantRow } from './rows';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await loadWorld(database.db, {
    groups: [1, 2].map((id) => ({ id, identifier: `g${id}`, external_ref: null })),
    units: [],
    tenants: [tenantRow(1), tenantRow(2, { group_id: 2 }), tenantRow(3)],
    leases: [leaseRow(1), leaseRow(2, { group_id: 2 })],
    pairs: [{ tenant_id: 1, lease_id: 1, group_id: 1 }],
  });
  await insertRows(
    database.db,
    'units',
    [1, 2].map((id) => ({ id, identifier: `u${id}`, group_id: id })),
  );
});
afterAll(() => database?.drop());

const BROKEN_REFERENCE = { errno: 1452 };
const REFERENCED = { errno: 1451 };

test.each([['a lease whose unit is of another group', 'leases', leaseRow(3, { unit_id: 2 })]])(
  '%s',
  async (_, table, row) => {
    await expect(insertRows(database.db, table, [row])).rejects.toMatchObject(BROKEN_REFERENCE);
  },
);

test.each([
  ['a pair of two groups, filed under the lease’s', { tenant_id: 2, lease_id: 1, group_id: 1 }],
  ['a pair of two groups, filed under the tenant’s', { tenant_id: 2, lease_id: 1, group_id: 2 }],
  ['a pair of one group, filed under another', { tenant_id: 3, lease_id: 1, group_id: 2 }],
])('%s', async (_, pair) => {
  await expect(insertPairs(database.db, [pair])).rejects.toMatchObject(BROKEN_REFERENCE);
});

test.each([
  [
    'a lease that moves to another group without its tenants',
    sql`update leases set group_id = 2 where id = 1`,
    BROKEN_REFERENCE,
  ],
  [
    'a tenant that moves to another group without its leases',
    sql`update tenants set group_id = 2 where id = 1`,
    REFERENCED,
  ],
  ['a lease that gets a unit of another group', sql`update leases set unit_id = 2 where id = 1`, BROKEN_REFERENCE],
])('%s', async (_, statement, refusal) => {
  await expect(statement.execute(database.db)).rejects.toMatchObject(refusal);
});
