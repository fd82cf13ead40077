/** The first leases of each of several tenants: few statements, and for each tenant the same as when it is queried alone. */

import { sql } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { leaseIdsOfTenants } from '../../src/db/leases-of-tenants';
import type { VisibleRecords } from '../../src/db/visible-records';
import type { PageRequest } from '../../src/model/page';
import { readDatabaseAddress } from '../../src/config/settings';
import { allRecords } from '../support/all-records';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';

/** Leases of each tenant, in the order of their ids. */
const LEASES = [3, 0, 1, 60, 10, 2, 11, 45, 9, 1];
const DAY = '2026-06-15';

let database: TestDatabase;
let serving: ReturnType<typeof connect>;
let records: VisibleRecords;
let statements: string[] = [];
const tenants: number[] = [];
let pairs: readonly { readonly tenant: number; readonly id: number; readonly endDate: string }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const groupId = await insertGroup(database.db, 'acme');
  for (const [nth, leases] of LEASES.entries()) {
    const { firstTenant } = await insertSharedLeases(database.db, { groupId, prefix: `t${nth}`, tenants: 1, leases });
    tenants.push(firstTenant);
  }
  await sql`update leases set end_date = '2026-02-01' where mod(id, 3) > 0`.execute(database.db);
  const stored = await sql<(typeof pairs)[number]>`
    select p.tenant_id as tenant, l.id, l.end_date as endDate
    from leases as l join lease_tenants as p on p.lease_id = l.id`.execute(database.db);
  pairs = stored.rows;
  const onStatement = (text: string) => statements.push(text);
  serving = connect(readDatabaseAddress({ DATABASE_URL: database.url }), { ...COMMAND_CONNECTION, onStatement });
  records = await allRecords(serving);
});

afterAll(async () => {
  await serving.destroy();
  await database.drop();
});

function expected(tenant: number, activeOn: string | undefined, page: PageRequest): number[] {
  const ids = pairs
    .filter((pair) => pair.tenant === tenant && (activeOn === undefined || pair.endDate > activeOn))
    .map(({ id }) => id)
    .filter((id) => id > (page.after ?? 0) && id < (page.before ?? Infinity))
    .sort((a, b) => (page.direction === 'forward' ? a - b : b - a));
  return ids.slice(0, page.limit);
}

const PAGES: readonly PageRequest[] = [1, 10, 11, 61].flatMap((limit) =>
  (['forward', 'backward'] as const).flatMap((direction) => [
    { limit, direction },
    { limit, direction, after: 20 },
    { limit, direction, before: 120 },
    { limit, direction, after: 20, before: 120 },
  ]),
);

test.each([
  ['all of them', undefined],
  ['those that are active', DAY],
])('%s', async (_name, activeOn) => {
  for (const asked of [tenants, [...tenants].reverse(), [tenants[1]!], [tenants[3]!]]) {
    for (const page of PAGES) {
      statements = [];
      const found = await leaseIdsOfTenants(records, asked, activeOn, page);
      const shouldBe = asked.map((tenant) => expected(tenant, activeOn, page));
      expect([page, asked, found]).toEqual([page, asked, shouldBe]);
      // A second statement asks only for tenants that the first one has not passed: it ends with the lease with this number.
      const most = page.limit + 5 * asked.length;
      const inOrder = [...asked].sort((a, b) => (page.direction === 'forward' ? a - b : b - a));
      let left = inOrder.length;
      let read = 0;
      for (const tenant of inOrder) {
        read += expected(tenant, undefined, { ...page, limit: 1_000 }).length;
        if (read < most) left -= 1;
      }
      const arms = statements.slice(1).flatMap((text) => text.split(' union all ')).length;
      expect([page, asked, arms <= left]).toEqual([page, asked, true]);
    }
  }
});
