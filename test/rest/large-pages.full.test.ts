/** Decision 77: a page of leases with very many tenants ends early, and the next one goes on behind it. */

import { json, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';
import { signToken } from '../support/tokens';

let database: TestDatabase;
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  token = await signToken({ groups: '*' });
});
afterAll(async () => {
  await gateway.close();
  await database.drop();
});

interface LeasesPage {
  readonly leases: readonly {
    readonly identifier: string;
    readonly tenants: readonly { readonly identifier: string }[];
  }[];
  readonly last_id: number;
}

/** The pages as a client reads them, one after the other. */
async function walk(identifier: string): Promise<LeasesPage[]> {
  const pages: LeasesPage[] = [];
  for (let afterId: number | string = '1'; afterId !== -1; afterId = pages.at(-1)!.last_id) {
    const body = { identifier, 'after-id': afterId };
    pages.push(json(await send(`${gateway.url}/leases/find-for-tenant/`, { token, body })) as LeasesPage);
  }
  return pages;
}

test.each([
  // Tenants of each lease, leases, the sizes of the pages.
  [100, 100, [100]],
  [101, 100, [99, 1]],
  [2_500, 6, [4, 2]],
  [3_000, 7, [3, 3, 1]],
  [10_001, 3, [1, 1, 1]],
])('%d tenants in each of %d leases', async (tenants, leases, sizes) => {
  const prefix = `of-${tenants}`;
  const groupId = await insertGroup(database.db, prefix);
  const { firstLease } = await insertSharedLeases(database.db, { groupId, prefix, tenants, leases });
  const pages = await walk(`${prefix}-1`);
  expect(pages.map((page) => page.leases.length)).toEqual(sizes);
  const found = pages.flatMap((page) => page.leases);
  expect(found.map(({ identifier }) => identifier)).toEqual(numbered(prefix, leases));
  for (const lease of found)
    expect(lease.tenants.map(({ identifier }) => identifier)).toEqual(numbered(prefix, tenants));
  let read = 0;
  const lastIds = pages.map((page) => firstLease - 1 + (read += page.leases.length));
  expect(pages.map((page) => page.last_id)).toEqual([...lastIds.slice(0, -1), -1]);
});

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
