import { sql } from 'kysely';

import { withImportLock } from '../../ingest/import/statements';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('the connection of an import', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('reports its first error when it breaks, not that the lock is lost', async () => {
    const broken = database.db.connection().execute((connection) =>
      withImportLock(connection, async () => {
        await sql`kill connection_id()`.execute(connection).catch(() => {});
        throw new Error('first');
      }),
    );
    await expect(broken).rejects.toThrow('first');
  });
});
