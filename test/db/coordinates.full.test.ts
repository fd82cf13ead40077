import { connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import { Session } from '../../src/lookups/session';
import { tenantsByLease } from '../../src/lookups/find-records';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', 1);
  const address = readDatabaseAddress({ DATABASE_URL: database.url });
  db = new Database(connect(address, { poolSize: 1, connectTimeoutMs: 5000 }), () => 0);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

test.each([
  [0.0001, 0, true],
  [0.000101, 0, false],
  [-0.0001, 1e-7, false],
  [-0.000099, 1e-7, true],
  [-1.737321, -1.737421, true],
  [-1.737321, -1.737422, false],
  [999.99995, -5000, false],
  [999.99995, 1e300, false],
  [-999.99995, -1e21, false],
])('decision 21: a stored latitude of %d matches %d: %p', async (stored, asked, matches) => {
  await database.db.updateTable('units').set({ latitude: stored }).execute();
  const session = new Session(db, {
    subject: null,
    token: { kind: 'jwt', id: null },
    tokenExpiresAt: null,
    groups: { kind: 'all' },
  });
  const request = { limit: 1, direction: 'forward' } as const;
  const page = await tenantsByLease(session, { address: { latitude: asked } }, request);
  expect(page.records.length).toBe(matches ? 1 : 0);
});
