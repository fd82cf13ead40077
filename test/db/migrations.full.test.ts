import { sql } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import { MIGRATION_NAMES } from '../../src/db/migrations';
import { schemaProblems } from '../../src/db/schema-check';
import { readDatabaseAddress } from '../../src/config/settings';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;

afterEach(() => database.drop());

test('several machines may migrate at once: one of eight does the work', async () => {
  database = await createEmptyDatabase();
  const address = readDatabaseAddress({ DATABASE_URL: database.url });
  const machines = Array.from({ length: 8 }, () => connect(address, { ...COMMAND_CONNECTION, poolSize: 1 }));

  const done = await Promise.all(machines.map(migrate));

  expect(done.filter((names) => names.length > 0)).toEqual([MIGRATION_NAMES]);
  expect(await schemaProblems(database.db)).toEqual([]);
  await Promise.all(machines.map((machine) => machine.destroy()));
});

test('a second run does nothing', async () => {
  database = await createTestDatabase();
  expect(await migrate(database.db)).toEqual([]);
});

test.each(MIGRATION_NAMES)(
  'the next run repairs a migration that was killed between the statement of %s and its record',
  async (last) => {
    database = await createTestDatabase();
    await database.db.deleteFrom('kysely_migration').where('name', '>=', last).execute();
    for (const table of tablesAfter(last)) await sql`drop table ${sql.table(table)}`.execute(database.db);

    expect(await migrate(database.db)).toEqual(MIGRATION_NAMES.filter((name) => name >= last));
    expect(await schemaProblems(database.db)).toEqual([]);
  },
);

/** The tables that a run which died in `last` had not come to, the ones that refer to others first. */
function tablesAfter(last: string): string[] {
  return MIGRATION_NAMES.filter((name) => name > last)
    .map((name) => name.slice('0000-'.length).replaceAll('-', '_'))
    .reverse();
}
