/** Decision 34: a page of leases with very many tenants ends early, and the next page continues after it. */

import { json, send } from '../http/client';
import { gatewayForAllTests } from '../support/gateway';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';

const shared = gatewayForAllTests();

interface LeasesPage {
  readonly leases: readonly {
    readonly identifier: string;
    readonly tenants: readonly { readonly identifier: string }[];
  }[];
  readonly last_id: number;
}

/** All pages, read one after the other as a client would. */
async function walk(identifier: string): Promise<LeasesPage[]> {
  const pages: LeasesPage[] = [];
  for (let afterId: number | string = '1'; afterId !== -1; afterId = pages.at(-1)!.last_id) {
    const body = { identifier, 'after-id': afterId };
    pages.push(
      json(await send(`${shared.gateway.url}/leases/find-for-tenant/`, { token: shared.token, body })) as LeasesPage,
    );
  }
  return pages;
}

test.each([
  // Tenants of each lease, leases, the sizes of the pages.
  [100, 100, [100]],
  [101, 100, [99, 1]],
  // A lease that alone has more than 10,000 tenants is a page of its own.
  [10_001, 2, [1, 1]],
])('%d tenants in each of %d leases', async (tenants, leases, sizes) => {
  const prefix = `of-${tenants}`;
  const groupId = await insertGroup(shared.database.db, prefix);
  const { firstLease } = await insertSharedLeases(shared.database.db, { groupId, prefix, tenants, leases });
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
