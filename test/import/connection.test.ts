import { sql } from 'kysely';

import { withImportLock } from '../../src/import/statements';
import { FileIdentifiers, tableOf } from '../../src/import/prune';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('the connection of an import', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ charset: 'latin1' });
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

  it('creates temporary tables independent of the defaults of the database', async () => {
    await database.db.connection().execute(async (connection) => {
      const identifiers = await FileIdentifiers.open(connection);
      const { rows } = await sql`show create table ${sql.table(tableOf('units'))}`.execute(connection);
      expect(JSON.stringify(rows)).toMatch(
        /ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC/,
      );
      await identifiers.close(connection);
    });
  });
});
