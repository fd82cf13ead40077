/** LEGACY_MODE with several processes, each of which has a thread that compares. */

import { setTimeout as sleep } from 'node:timers/promises';

import { serve } from '../cli/leasegate';
import { insertHousehold } from '../db/household';
import { scrape } from '../http/scraped';
import { createTestDatabase } from '../support/database';
import { signToken, TEST_SECRET } from '../support/tokens';
import { counted, KEY, OLD_LEASE, raw } from './beside';
import { startOldService } from './old-service';

test('the comparisons of all processes are counted, and they end with the gateway', async () => {
  const database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  const old = await startOldService(() => ({ body: OLD_LEASE }));
  const gateway = await serve({
    ...{ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, AUDIT_KEY: KEY, WORKERS: '2' },
    ...{ LEGACY_MODE: 'shadow', LEGACY_URL: old.url, LEGACY_TIMEOUT_MS: '60000', STATEMENT_TIMEOUT_MS: '20000' },
  });
  const token = await signToken({ subject: 'jane', groups: '*' });
  const body = '{"identifier":"north-tenant"}';
  // On new connections: the system chooses the process.
  for (let nth = 0; nth < 30; nth += 1) await raw(gateway.url, { token, body });
  for (;;) {
    const { ignored = 0 } = counted(await scrape(gateway.adminUrl));
    if (ignored === 30) break;
    await sleep(50);
  }
  expect(await gateway.end()).toBe(0);
  await old.stop();
  await database.drop();
}, 120_000);
