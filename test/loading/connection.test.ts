import { sql } from 'kysely';

import { exclusively } from '../../src/import/exclusively';
import { HeldIdentifiers, heldTable } from '../../src/import/held-identifiers';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('the connection of an import', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ charset: 'latin1' });
  });
  afterAll(() => database.drop());

  it('that breaks is told by its first error, not by the lock that goes with it', async () => {
    const broken = database.db.connection().execute((connection) =>
      exclusively(connection, async () => {
        await sql`kill connection_id()`.execute(connection).catch(() => {});
        throw new Error('first');
      }),
    );
    await expect(broken).rejects.toThrow('first');
  });

  it('makes temporary tables that do not follow the defaults of the database', async () => {
    await database.db.connection().execute(async (connection) => {
      const held = await HeldIdentifiers.open(connection);
      const { rows } = await sql`show create table ${sql.table(heldTable('units'))}`.execute(connection);
      expect(JSON.stringify(rows)).toMatch(
        /ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC/,
      );
      await held.close(connection);
    });
  });
});
