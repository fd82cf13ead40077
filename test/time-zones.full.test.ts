import type { TestDatabase } from './support/database';
import { createTestDatabase } from './support/database';
import { TEST_SECRET } from './support/tokens';
import { type Serving, serve } from './cli/leasegate';
import { insertHousehold } from './db/household';
import { type PrivateServer, startPrivateServer } from './db/private-server';
import { everyGroup, LEASES, send, TENANTS } from './http/client';
import { COMMAND_CONNECTION, connect } from '../src/db/connect';
import { migrate } from '../src/db/migrations/index';
import { readDatabaseAddress } from '../src/config/settings';

/** Decision 16: neither the program's zone nor the server's changes an answer. */

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
