/** Sequences of pages: the two services have different cursors, and each gets its own. */

import { TENANTS } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken } from '../support/tokens';
import { beside, counted, raw } from './beside';

let databases: TestDatabase[];
let old: TestGateway;
beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
  for (const [nth, { db }] of databases.entries()) {
    // So that the same tenants have other paging ids.
    await insertTenantsWithLeases(db, await insertGroup(db, 'hidden'), 'hidden', 7 * nth);
    await insertTenantsWithLeases(db, await insertGroup(db, 'crowd'), 'crowd', 250);
  }
  old = await startTestGateway({ databaseUrl: databases[1]!.url, sealed: false });
});
afterAll(async () => {
  await old.close();
  for (const database of databases) await database.drop();
});

async function readAll(url: string): Promise<{ last: number; tenants: number }> {
  const token = await signToken({ groups: ['crowd'] });
  let [last, tenants] = [1, 0];
  do {
    const { bytes } = await raw(url, { path: TENANTS, token, body: JSON.stringify({ 'after-id': last }) });
    const page = JSON.parse(bytes.toString()) as { last_id: number; tenants: object[] };
    [last, tenants] = [page.last_id, tenants + page.tenants.length];
  } while (last !== -1);
  return { last, tenants };
}

test.each(['shadow', 'compare'] as const)(
  '%s: each page is compared with the same page of the other side',
  async (mode) => {
    const rig = await beside(mode, { databaseUrl: databases[0]!.url, env: { LEGACY_URL: old.url } });
    expect(await readAll(rig.gateway.url)).toEqual({ last: -1, tenants: 250 });
    const now = await rig.metrics.until((scraped) => Object.values(counted(scraped)).reduce((a, b) => a + b) === 3);
    expect(counted(now)).toEqual({ same: 1, ignored: 2, different: 0, not_compared: 0 });
    expect(now.sum('leasegate_legacy_ignored_total', { rule: 'paging-ids' })).toBe(2);
    await rig.close();
  },
);

test('a further page of a sequence whose beginning was not compared is not compared', async () => {
  const rig = await beside('shadow', { databaseUrl: databases[0]!.url, env: { LEGACY_URL: old.url } });
  const token = await signToken({ groups: ['crowd'] });
  await raw(rig.gateway.url, { path: TENANTS, token, body: '{"after-id":100}' });
  const now = await rig.metrics.until((scraped) => counted(scraped).not_compared === 1);
  expect(now.sum('leasegate_legacy_not_compared_total', { reason: 'further_page' })).toBe(1);
  await rig.close();
});
