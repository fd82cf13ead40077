import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Household, insertHousehold } from './household';
import { otherProgram } from './other-program';

/** Decisions 6, 15 and 16: the values that the driver returns, whoever wrote them and in whatever time zone. */

let database: TestDatabase;
let north: Household;

beforeAll(async () => {
  database = await createTestDatabase();
  north = await insertHousehold(database.db, 'north');
});

afterAll(() => database.drop());

const leaseNamed = (identifier: string) =>
  database.db.selectFrom('leases').selectAll().where('identifier', '=', identifier).executeTakeFirstOrThrow();

test.each(['+00:00', '+09:00', '-11:00'])(
  'decision 16: dates written in the zone %s are read as they were written',
  async (timeZone) => {
    const program = await otherProgram(database.url, { timeZone });
    await program.run(
      'insert into leases (identifier, group_id, start_date, end_date, move_in_date) values (?, ?, ?, ?, ?)',
      [timeZone, north.groupId, '0001-01-01', '9999-12-31', '2024-03-31'],
    );
    await program.close();

    expect(await leaseNamed(timeZone)).toMatchObject({
      start_date: '0001-01-01',
      end_date: '9999-12-31',
      move_in_date: '2024-03-31',
    });
  },
);

test('decision 16: decimals are numbers, and unknown values are null', async () => {
  const { groupId: group_id } = north;
  const money = { identifier: 'money', group_id, deposit: 99999999999.9999, rent: 0.0001, minimum_days_notice: -5 };
  await database.db.insertInto('leases').values(money).execute();
  expect(await leaseNamed('money')).toMatchObject({ ...money, is_furnished: null, unit_id: null, start_date: null });
});

test('decision 16: coordinates are numbers of six places', async () => {
  const place = { identifier: 'place', group_id: north.groupId, latitude: -89.999999, longitude: 180 };
  await database.db.insertInto('units').values(place).execute();
  const units = database.db.selectFrom('units').select(['latitude', 'longitude']);
  expect(await units.where('identifier', '=', 'place').execute()).toEqual([{ latitude: -89.999999, longitude: 180 }]);
});

test.each([
  [true, 1],
  [false, 0],
])('a flag %s is stored as %d', async (is_furnished, stored) => {
  const identifier = `flag ${String(is_furnished)}`;
  await database.db.insertInto('leases').values({ identifier, group_id: north.groupId, is_furnished }).execute();
  expect((await leaseNamed(identifier)).is_furnished).toBe(stored);
});

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
