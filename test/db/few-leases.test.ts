/** Leases of matching tenants: few of them are read by one statement, more of them by a fixed number. */

import { sql } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import { leasesOfMatchingTenants } from '../../src/db/lease-queries';
import type { VisibleRecords } from '../../src/db/visible-records';
import type { PageRequest } from '../../src/model/page';
import { type Lease, WHOLE_LEASE } from '../../src/model/records';
import { readDatabaseAddress } from '../../src/config/settings';
import { allRecords } from '../support/all-records';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';

const DAY = '2026-06-15';

let database: TestDatabase;
let serving: ReturnType<typeof connect>;
let records: VisibleRecords;
let statements: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  serving = connect(readDatabaseAddress({ DATABASE_URL: database.url }), {
    ...COMMAND_CONNECTION,
    onStatement: (text) => statements.push(text),
  });
  records = await allRecords(serving);
});

afterAll(async () => {
  await serving.destroy();
  await database.drop();
});

/** Households have the same e-mail address. The first statement returns a row for each tenant of a lease, for each match. */
const CASES = [
  { name: 'as many rows as the first statement returns', tenants: 1, leases: 12, households: 1, statements: 1 },
  { name: 'a row more', tenants: 1, leases: 13, households: 1, statements: 4 },
  { name: 'two tenants of the same leases, all found twice', tenants: 2, leases: 3, households: 1, statements: 1 },
  { name: 'two tenants of the same leases, with a row more', tenants: 2, leases: 4, households: 1, statements: 4 },
  {
    name: 'a third tenant whom the first statement did not reach',
    tenants: 3,
    leases: 30,
    households: 3,
    statements: 4,
  },
  { name: 'more tenants than have a page each', tenants: 60, leases: 60, households: 60, statements: 4 },
  { name: 'more than a page', tenants: 1, leases: 150, households: 1, statements: 4 },
];

const PAGES: readonly PageRequest[] = [1, 5, 101].flatMap((limit) =>
  (['forward', 'backward'] as const).flatMap((direction) => [
    { limit, direction },
    { limit, direction, after: 4 },
    { limit, direction, after: 4, before: 11 },
  ]),
);

test.each(CASES)('$name', async ({ name, tenants, leases, households, statements: most }) => {
  const groupId = await insertGroup(database.db, name);
  const prefix = `c${groupId}`;
  const world = { groupId, prefix, tenants, leases, households };
  const { firstLease, firstTenant } = await insertSharedLeases(database.db, world);
  await sql`update leases set end_date = '2026-02-01' where group_id = ${groupId} and mod(id, 3) > 0`.execute(
    database.db,
  );
  const ids = Array.from({ length: leases }, (_, nth) => firstLease + nth);
  const tenantsOf = (id: number) =>
    Array.from({ length: tenants }, (_, nth) => firstTenant + nth).filter(
      (_tenant, nth) => (id - firstLease) % households === nth % households,
    );
  for (const activeOn of [undefined, DAY]) {
    const matching = ids.filter((id) => activeOn === undefined || id % 3 === 0);
    for (const asked of PAGES) {
      const { direction, limit } = asked;
      const page = {
        direction,
        limit,
        ...(asked.after !== undefined && { after: firstLease + asked.after }),
        ...(asked.before !== undefined && { before: firstLease + asked.before }),
      };
      const inside = matching.filter((id) => id > (page.after ?? 0) && id < (page.before ?? Infinity));
      const shouldBe = direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
      const criteria = { emailAddress: `${prefix}@example.com`, ...(activeOn !== undefined && { activeOn }) };
      const listing = leasesOfMatchingTenants(records, criteria, WHOLE_LEASE, (read) => (wanted) => read(wanted));
      statements = [];
      const found = (await listing.records(await listing.ids(page))) as Lease[];
      const seen = found.map((lease) => [lease.rowId, lease.tenants.map(({ rowId }) => rowId)]);
      expect(seen).toEqual(shouldBe.map((id) => [id, tenantsOf(id)]));
      expect(statements.length).toBeLessThanOrEqual(most);
      expect(await listing.count()).toBe(matching.length);
    }
  }
});

test.each([
  ['with all their tenants', 3],
  ['with more tenants than one statement returns', 9],
])('a page of the leases of one tenant, %s', async (name, tenants) => {
  const groupId = await insertGroup(database.db, name);
  const prefix = `o${groupId}`;
  const { firstLease, firstTenant } = await insertSharedLeases(database.db, { groupId, prefix, tenants, leases: 30 });
  const all = Array.from({ length: tenants }, (_, nth) => firstTenant + nth);
  for (const direction of ['forward', 'backward'] as const) {
    const listing = leasesOfMatchingTenants(
      records,
      { identifier: `${prefix}-2` },
      WHOLE_LEASE,
      (read) => (ids) => read(ids),
    );
    statements = [];
    const found = (await listing.records(await listing.ids({ direction, limit: 10 }))) as Lease[];
    const ids = Array.from({ length: 10 }, (_, nth) => firstLease + (direction === 'forward' ? nth : 29 - nth));
    expect(found.map(({ rowId, tenants: own }) => [rowId, own.map((tenant) => tenant.rowId)])).toEqual(
      ids.map((id) => [id, all]),
    );
    expect(statements).toHaveLength(3);
  }
});

test('tenants of the leases that a budget no longer allows', async () => {
  const groupId = await insertGroup(database.db, 'budget');
  const { firstLease } = await insertSharedLeases(database.db, { groupId, prefix: 'budget', tenants: 1, leases: 4 });
  await insertSharedLeases(database.db, { groupId, prefix: 'other', tenants: 1, leases: 1 });
  const ids = [0, 1, 2, 3].map((nth) => firstLease + nth);
  const readWith = (most: number) =>
    leasesOfMatchingTenants(
      records,
      { emailAddress: 'budget@example.com' },
      WHOLE_LEASE,
      (read) => (wanted) => read(wanted, most),
    ).records(ids);
  expect(await readWith(4)).toHaveLength(4);
  expect(await readWith(3)).toEqual({ fits: 3 });
  expect(await readWith(0)).toEqual({ fits: 1 });
});

test.each([0, 1, 3, 7])('the same leases if a statement may read %i tenants', async (most) => {
  const groupId = await insertGroup(database.db, `most ${most}`);
  const prefix = `m${groupId}`;
  const { firstLease } = await insertSharedLeases(database.db, { groupId, prefix, tenants: 2, leases: 5 });
  const listing = leasesOfMatchingTenants(
    records,
    { identifier: `${prefix}-1` },
    WHOLE_LEASE,
    (read) => (ids) => read(ids),
    () => most,
  );
  const found = (await listing.records(await listing.ids({ direction: 'forward', limit: 3 }))) as Lease[];
  expect(found.map(({ rowId, tenants }) => [rowId, tenants.length])).toEqual(
    [0, 1, 2].map((nth) => [firstLease + nth, 2]),
  );
  expect(await listing.count()).toBe(5);
});

test('three tenants with a page each, if a statement may read few tenants', async () => {
  const groupId = await insertGroup(database.db, 'three');
  const world = { groupId, prefix: 'three', tenants: 3, leases: 9 };
  const { firstLease } = await insertSharedLeases(database.db, world);
  for (const most of [0, 2, 30, 100]) {
    const listing = leasesOfMatchingTenants(
      records,
      { emailAddress: 'three@example.com' },
      WHOLE_LEASE,
      (read) => (ids) => read(ids),
      () => most,
    );
    const found = (await listing.records(await listing.ids({ direction: 'forward', limit: 5 }))) as Lease[];
    expect(found.map(({ rowId, tenants }) => [rowId, tenants.length])).toEqual(
      [0, 1, 2, 3, 4].map((nth) => [firstLease + nth, 3]),
    );
  }
});

test('leases without their parts, within two of three groups', async () => {
  const names = ['own-1', 'own-2', 'hidden'];
  const shown: number[] = [];
  for (const name of names) {
    const groupId = await insertGroup(database.db, name);
    const { firstLease } = await insertSharedLeases(database.db, { groupId, prefix: name, tenants: 1, leases: 20 });
    await sql`update tenants set email_address = 'scoped@example.com' where group_id = ${groupId}`.execute(database.db);
    if (name !== 'hidden') shown.push(...Array.from({ length: 20 }, (_, nth) => firstLease + nth));
  }
  const db = new Database(serving, () => 0);
  const grant = { kind: 'listed', identifiers: ['own-1', 'own-2'] } as const;
  const own = db.records(await db.scopeOf(grant));
  const parts = { group: false, unit: false, tenants: false };
  const listing = leasesOfMatchingTenants(
    own,
    { emailAddress: 'scoped@example.com' },
    parts,
    (read) => (ids) => read(ids),
  );
  statements = [];
  const found = (await listing.records(await listing.ids({ direction: 'forward', limit: 101 }))) as Lease[];
  expect(found.map(({ rowId }) => rowId)).toEqual(shown);
  expect(await listing.count()).toBe(40);
});
