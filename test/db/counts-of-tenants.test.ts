/** The number of leases of each of several tenants, and when it is null. */

import { sql } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { leaseCountsOfTenants } from '../../src/db/leases-of-tenants';
import type { VisibleRecords } from '../../src/db/visible-records';
import { readDatabaseAddress } from '../../src/config/settings';
import { allRecords } from '../support/all-records';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';

let database: TestDatabase;
let serving: ReturnType<typeof connect>;
let records: VisibleRecords;
/** A tenant with so many leases. */
const tenantWith = new Map<number, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  for (const leases of [2_999, 3_001, 10_000, 10_001]) {
    const groupId = await insertGroup(database.db, `of-${leases}`);
    const { firstTenant } = await insertSharedLeases(database.db, {
      groupId,
      prefix: `of-${leases}`,
      tenants: 1,
      leases,
    });
    tenantWith.set(leases, firstTenant);
  }
  await sql`analyze table lease_tenants`.execute(database.db);
  serving = connect(readDatabaseAddress({ DATABASE_URL: database.url }), COMMAND_CONNECTION);
  records = await allRecords(serving);
});

afterAll(async () => {
  await serving.destroy();
  await database.drop();
});

test.each<{ leases: readonly number[]; counts: readonly (number | null)[] }>([
  { leases: [10_000], counts: [10_000] },
  { leases: [10_001], counts: [null] },
  // One tenant above the limit does not affect the others …
  { leases: [10_001, 2_999], counts: [null, 2_999] },
  // … as long as they have no more than 13,000 together.
  { leases: [10_000, 3_001], counts: [null, null] },
])('tenants with $leases leases: $counts', async ({ leases, counts }) => {
  const tenants = leases.map((count) => tenantWith.get(count)!);
  expect(await leaseCountsOfTenants(records, tenants, undefined)).toEqual(counts);
  expect(await leaseCountsOfTenants(records, [...tenants].reverse(), undefined)).toEqual([...counts].reverse());
});
