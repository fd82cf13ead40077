import { sql } from 'kysely';
import { createConnection } from 'mysql2/promise';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { CHANGES, migrate, MIGRATION_NAMES } from '../../src/db/migrations/index';
import { addressKey } from '../../src/db/migrations/table';
import { checkSchema } from '../../src/db/schema-check';
import { readDatabaseAddress } from '../../src/config/settings';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { threadsOf } from '../support/server-threads';
import { until } from '../support/until';

let database: TestDatabase;

afterEach(() => database.drop());

test('several machines may migrate at once: one of eight does the work', async () => {
  database = await createEmptyDatabase();
  const address = readDatabaseAddress({ DATABASE_URL: database.url });
  const machines = Array.from({ length: 8 }, () => connect(address, { ...COMMAND_CONNECTION, poolSize: 1 }));

  const done = await Promise.all(machines.map((machine) => migrate(machine)));

  expect(done.filter((names) => names.length > 0)).toEqual([MIGRATION_NAMES]);
  expect((await checkSchema(database.db)).problems).toEqual([]);
  await Promise.all(machines.map((machine) => machine.destroy()));
});

test.each(MIGRATION_NAMES)(
  'the next run repairs a migration that was killed between the statement of %s and its record',
  async (last) => {
    database = await createTestDatabase();
    await database.db.deleteFrom('kysely_migration').where('name', '>=', last).execute();
    for (const table of tablesAfter(last)) await sql`drop table ${sql.table(table)}`.execute(database.db);

    expect(await migrate(database.db)).toEqual(MIGRATION_NAMES.filter((name) => name >= last));
    expect((await checkSchema(database.db)).problems).toEqual([]);
  },
);

/** The tables that a run which died in `last` had not come to, the ones that refer to others first. */
function tablesAfter(last: string): string[] {
  return MIGRATION_NAMES.filter((name) => name > last)
    .map((name) => name.slice('0000-'.length).replaceAll('-', '_'))
    .reverse();
}

test('the next run repairs a migration that was killed after it had added a column', async () => {
  database = await createTestDatabase();
  const statement = 'alter table units add column county varchar(255), algorithm = instant';
  const changes = { ...CHANGES, '0099-county@1.0.0': { statement, adds: ['units', 'county'] } } as const;
  await sql.raw(statement).execute(database.db);

  expect(await migrate(database.db, changes)).toEqual(['0099-county@1.0.0']);
  expect(await migrate(database.db, changes)).toEqual([]);
  expect((await checkSchema(database.db)).problems).toEqual([]);
});

test('an address text can be added to a table that exists: its column, its key and their index', async () => {
  database = await createTestDatabase();
  const changes = {
    ...CHANGES,
    '0097-county@1.0.0': {
      statement: 'alter table units add column county varchar(255), algorithm = instant',
      adds: ['units', 'county'],
    },
    '0098-county-key@1.0.0': {
      statement: `alter table units add column ${addressKey('county', 'virtual')}, algorithm = instant`,
      adds: ['units', 'county_key'],
    },
    '0099-by-county@1.0.0': {
      statement: 'alter table units add key units_county (county_key, group_id), algorithm = inplace, lock = none',
    },
  } as const;
  await sql`insert into \`groups\` (id, identifier) values (1, 'acme')`.execute(database.db);
  await sql`insert into units (identifier, group_id) values ('a', 1), ('b', 1), ('c', 1)`.execute(database.db);

  await migrate(database.db, changes);
  await sql`update units set county = ' Kent ' where identifier = 'b'`.execute(database.db);
  await sql`update units set county = '  ' where identifier = 'c'`.execute(database.db);

  const { rows } = await sql`select identifier from units force index (units_county)
    where county_key = trim('KENT') or county_key = ''`.execute(database.db);
  expect(rows).toEqual([{ identifier: 'b' }]);
});

test('a migration waits for a table in short turns, between which lookups go on', async () => {
  database = await createTestDatabase();
  const statement = 'alter table units add column county varchar(255), algorithm = instant';
  const changes = { ...CHANGES, '0099-county@1.0.0': { statement, adds: ['units', 'county'] } } as const;
  const [backup, lookup] = [await createConnection(database.url), await createConnection(database.url)];
  await backup.query('start transaction');
  await backup.query('select count(*) from units');
  const migrated = migrate(database.db, changes);
  const isWaiting = ({ state }: { readonly state: string | null }) => state === 'Waiting for table metadata lock';
  await until(
    async () => (await threadsOf(lookup, new URL(database.url).pathname.slice(1))).some(isWaiting),
    'the migration waits',
  );
  await lookup.query('select count(*) from units');
  await backup.end();
  expect(await migrated).toEqual(['0099-county@1.0.0']);
  await lookup.end();
});
