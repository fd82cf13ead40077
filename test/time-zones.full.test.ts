import type { TestDatabase } from './support/database';
import { createTestDatabase } from './support/database';
import { startTestGateway } from './support/gateway';
import { signToken, TEST_SECRET } from './support/tokens';
import { type Serving, serve } from './cli/leasegate';
import { insertHousehold } from './db/household';
import { type PrivateServer, startPrivateServer } from './db/private-server';
import { everyGroup, json, LEASES, send, TENANTS } from './http/client';
import { COMMAND_CONNECTION, connect } from '../src/db/connect';
import { migrate } from '../src/db/migrations/index';
import { isLocalDate } from '../src/model/local-date';
import { readDatabaseAddress } from '../src/config/settings';

/** Decisions 14 and 16: neither the program's zone nor the server's changes an answer; only BUSINESS_TIME_ZONE says what day it is. */

const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York'];

/** One lease whose dates lie where a shifted zone would show: at the ends of the calendar, of a year and of summer time. */
async function fill(db: TestDatabase['db']): Promise<void> {
  const { leaseId, unitId } = await insertHousehold(db, 'north');
  const dates = { start_date: '0001-01-01', end_date: '9999-12-31', move_in_date: '2024-03-31' };
  await db
    .updateTable('leases')
    .set({ ...dates, rent: 1234.5, is_furnished: false })
    .where('id', '=', leaseId)
    .execute();
  await db.updateTable('units').set({ latitude: 35.689487, longitude: 139.691711 }).where('id', '=', unitId).execute();
}

/** Every answer that bears a date, as text. */
async function answers(url: string): Promise<string[]> {
  const token = await everyGroup();
  const query = `{
    leasesForTenant(tenant: { identifier: "north-tenant" }, activeOn: "0001-01-02") {
      nodes { identifier startDate endDate moveInDate rent isFurnished address { latitude longitude } }
    }
  }`;
  const sent = [
    await send(url + LEASES, { token, body: { identifier: 'north-tenant', active: true } }),
    await send(url + TENANTS, { token, body: { min_move_in_date: '2024-03-31', max_move_in_date: '2024-03-31' } }),
    await send(url + TENANTS, { token, body: { min_move_in_date: '2024-04-01' } }),
    await send(`${url}/graphql`, { token, body: { query } }),
  ];
  return sent.map(({ status, text }) => `${status} ${text}`);
}

describe('the same answers whatever the zone of the program and of the server', () => {
  let database: TestDatabase;
  let abroad: PrivateServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    await fill(database.db);
    abroad = await startPrivateServer({ time_zone: '+09:00' });
    const db = connect(readDatabaseAddress({ DATABASE_URL: abroad.databaseUrl }), COMMAND_CONNECTION);
    await migrate(db);
    await fill(db);
    await db.destroy();
  }, 120_000);

  afterAll(async () => {
    await abroad.stop();
    await database.drop();
  });

  test('TZ=UTC, Asia/Tokyo, America/New_York, each with the database here and nine hours ahead', async () => {
    const seen: string[][] = [];
    for (const TZ of ZONES) {
      for (const databaseUrl of [database.url, abroad.databaseUrl]) {
        const gateway: Serving = await serve({ TZ, DATABASE_URL: databaseUrl, AUTH_JWT_SECRET: TEST_SECRET });
        seen.push(await answers(gateway.url));
        expect(await gateway.end()).toBe(0);
      }
    }
    expect(seen[0]?.map((answer) => answer.slice(0, 3))).toEqual(['200', '200', '404', '200']);
    expect(seen[0]?.[0]).toContain('"start_date":"0001-01-01","end_date":"9999-12-31","move_in_date":"2024-03-31"');
    expect(seen[0]?.[3]).toContain('"startDate":"0001-01-01","endDate":"9999-12-31","moveInDate":"2024-03-31"');
    for (const answer of seen) expect(answer).toEqual(seen[0]);
  }, 120_000);
});

describe('decision 14: BUSINESS_TIME_ZONE says what day it is', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { leaseId } = await insertHousehold(database.db, 'north');
    // Active on one day alone.
    const dates = { start_date: '2024-06-14', end_date: '2024-06-16' };
    await database.db.updateTable('leases').set(dates).where('id', '=', leaseId).execute();
  });

  afterAll(() => database.drop());

  test.each([
    ['UTC', '2024-06-14T23:59:59.999Z', '2024-06-15T00:00:00Z', '2024-06-15T23:59:59.999Z', '2024-06-16T00:00:00Z'],
    [
      'Asia/Tokyo',
      '2024-06-14T14:59:59.999Z',
      '2024-06-14T15:00:00Z',
      '2024-06-15T14:59:59.999Z',
      '2024-06-15T15:00:00Z',
    ],
    [
      'America/New_York',
      '2024-06-15T03:59:59.999Z',
      '2024-06-15T04:00:00Z',
      '2024-06-16T03:59:59.999Z',
      '2024-06-16T04:00:00Z',
    ],
    [
      'Asia/Kathmandu',
      '2024-06-14T18:14:59.999Z',
      '2024-06-14T18:15:00Z',
      '2024-06-15T18:14:59.999Z',
      '2024-06-15T18:15:00Z',
    ],
  ])('%s, on both sides of both midnights', async (BUSINESS_TIME_ZONE, ...instants) => {
    let now = new Date(0);
    const gateway = await startTestGateway({ databaseUrl: database.url, env: { BUSINESS_TIME_ZONE }, now: () => now });
    const active: boolean[] = [];
    for (const instant of instants) {
      now = new Date(instant);
      const token = await signToken({ groups: '*', now });
      const rest = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant', active: true } });
      const query = '{ leasesForTenant(tenant: { identifier: "north-tenant" }, active: true) { totalCount } }';
      const graphql = await send(`${gateway.url}/graphql`, { token, body: { query } });
      const { leases } = json(rest) as { leases: unknown[] };
      expect(json(graphql)).toEqual({ data: { leasesForTenant: { totalCount: leases.length } } });
      active.push(leases.length === 1);
    }
    await gateway.close();
    expect(active).toEqual([false, true, true, false]);
  });
});

test('decision 16: the days of the calendar', () => {
  expect(['0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29'].every(isLocalDate)).toBe(true);
  const none = ['0000-01-01', '10000-01-01', '2023-02-29', '1900-02-29', '2024-04-31', '2024-13-01', '2024-00-01'];
  expect(none.some(isLocalDate)).toBe(false);
});
