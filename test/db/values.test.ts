import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, databaseForAllTests } from '../support/database';
import { insertHousehold } from './household';

/** What the driver returns and sends: exact paging ids (decision 6), and never SQL. */

const database = databaseForAllTests();

beforeAll(() => insertHousehold(database.db, 'north'));

test('decision 6: the largest paging id is exact, and a larger one stays text', async () => {
  // Of its own, because the ids that a table gives out go on from its largest.
  const { db, drop } = await createTestDatabase();
  for (const id of ['9007199254740991', '9007199254740993']) {
    const row = { id: id as unknown as number, identifier: id };
    await db.insertInto('groups').values(row).execute();
  }
  const found = await db.selectFrom('groups').select('id').orderBy('id').execute();
  expect(found).toEqual([{ id: 9007199254740991 }, { id: '9007199254740993' }]);
  await drop();
});

test('decision 6: a paging id is never used again', async () => {
  const gone = await insertHousehold(database.db, 'gone');
  await database.db.deleteFrom('leases').where('id', '=', gone.leaseId).execute();
  const next = await insertHousehold(database.db, 'next');
  expect(next.leaseId).toBeGreaterThan(gone.leaseId);
});

test('an object among the values of a statement never becomes SQL', async () => {
  const db = connect(readDatabaseAddress({ DATABASE_URL: database.url }), COMMAND_CONNECTION);
  const smuggled = { identifier: 1 } as unknown as string;
  expect(await db.selectFrom('groups').select('id').where('identifier', '=', smuggled).execute()).toEqual([]);
  await db.destroy();
});
