/** The indexes of streams hold what a filter needs of a row, so a union of streams reads nothing else (docs/develop/plans.md). */

import { sql } from 'kysely';

import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const OF_PAIRS = ['tenant_id', 'group_id', 'unit_key'];
const OF_LEASES = ['id', 'group_id', 'start_date', 'end_date'];

test.each([
  ['lease_tenants', 'lease_tenants_of_group', [...OF_PAIRS, 'move_in_day']],
  ['lease_tenants', 'lease_tenants_by_group_and_day', [...OF_PAIRS, 'move_in_day']],
  ['lease_tenants', 'lease_tenants_by_day', OF_PAIRS],
  ['lease_tenants', 'lease_tenants_by_month', OF_PAIRS],
  ['lease_tenants', 'lease_tenants_by_year', OF_PAIRS],
  ['leases', 'leases_of_group', OF_LEASES],
  ['leases', 'leases_by_start_month', OF_LEASES],
  ['leases', 'leases_by_end_month', OF_LEASES],
])('%s: %s', async (table, index, columns) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${index}`.execute(database.db);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(columns));
});
