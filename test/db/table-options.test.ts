import { sql } from 'kysely';

import { ADDRESS_TEXTS } from '../oracle/world';
import { createTestDatabase, onServer, type TestDatabase } from '../support/database';

describe('in a database made as latin1, with row format COMPACT', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    await onServer(async (server) => {
      await server.query('set @before = @@global.innodb_default_row_format');
      await server.query('set global innodb_default_row_format = compact');
      try {
        database = await createTestDatabase({ charset: 'latin1' });
      } finally {
        await server.query('set global innodb_default_row_format = @before');
      }
    });
  });

  afterAll(() => database.drop());

  test('every table has its own engine, row format and collation', async () => {
    const { rows } = await sql<Record<string, string>>`
      select table_name as name, engine as engine, row_format as format, table_collation as collation
      from information_schema.tables where table_schema = database()`.execute(database.db);

    const names = [
      'caller_groups',
      'callers',
      'groups',
      'kysely_migration',
      'kysely_migration_lock',
      'lease_tenants',
      'leases',
      'opaque_token_groups',
      'opaque_tokens',
      'tenants',
      'units',
    ];
    expect(rows.map(({ name }) => name).sort()).toEqual(names);
    for (const row of rows)
      expect(row).toMatchObject({ engine: 'InnoDB', format: 'Dynamic', collation: 'utf8mb4_bin' });
  });

  test('every text is utf8mb4, its keys compare as the decisions 10 and 21 say', async () => {
    const { rows } = await sql<{ collation: string; columns: string }>`
      select collation_name as collation, group_concat(distinct column_name order by column_name) as columns
      from information_schema.columns
      where table_schema = database() and collation_name is not null
      group by collation_name`.execute(database.db);

    const folded = ADDRESS_TEXTS.map((column) => `${column}_key`).sort();
    expect(rows.find(({ collation }) => collation === 'utf8mb4_unicode_520_ci')?.columns.split(',')).toEqual(folded);
    expect(rows.map(({ collation }) => collation).sort()).toEqual(['utf8mb4_bin', 'utf8mb4_unicode_520_ci']);
  });
});
