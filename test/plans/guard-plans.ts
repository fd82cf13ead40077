/**
 * The plan guard: on 100,000 leases with every skew that matters, each shape finds what looking at every record finds,
 * and reads a bounded number of rows, whatever order the ids are in. A test file for each order, so that they run side by side.
 */

import { type Kysely, sql } from 'kysely';

import { CALLERS } from '../../bench/scale/callers';
import { type IdOrder, worldSize } from '../../bench/scale/facts';
import { countShape, sessionOf } from '../../bench/scale/lookup';
import { Meter } from '../../bench/scale/measure';
import { shapes } from '../../bench/scale/shapes';
import { fillWorld } from '../../bench/scale/world';
import { readDatabaseAddress } from '../../src/config/settings';
import type { Tables } from '../../src/db/tables';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { checkShape, type Guarded } from './check-shape';
import { checkNodes, checkTenantLeases } from './check-records';
import { Obvious } from './obvious';

const SIZE = worldSize(100_000);
const SHAPES = shapes(SIZE);
const MINUTES = 60_000;

/**
 * Statistics of every page. A server otherwise samples twenty pages of a table, and the number of pairs that it estimates differs
 * by 3 % between two worlds that are equal. That decides between two plans whose costs are nearly the same.
 */
async function countEveryRow(db: Kysely<Tables>): Promise<void> {
  for (const table of ['groups', 'units', 'tenants', 'leases', 'lease_tenants']) {
    await sql`alter table ${sql.table(table)} stats_sample_pages = 65535`.execute(db);
    await sql`analyze table ${sql.table(table)}`.execute(db);
  }
}

export function guardPlans(order: IdOrder): void {
  let database: TestDatabase;
  let meter: Meter;
  let obvious: Obvious;
  const guarded = (): Guarded => ({ size: SIZE, meter, obvious });

  beforeAll(async () => {
    database = await createTestDatabase();
    await fillWorld(database.db, SIZE.leases, order);
    await countEveryRow(database.db);
    meter = await Meter.open(readDatabaseAddress({ DATABASE_URL: database.url }));
    obvious = await Obvious.read(database.db, SIZE);
  }, 10 * MINUTES);
  afterAll(async () => {
    await meter.close();
    await database.drop();
  });

  test.each(['tenants', 'leases'].flatMap((find) => CALLERS.map((caller) => [find, caller] as const)))(
    '%s for %s',
    async (find, caller) => {
      const problems: string[] = [];
      for (const shape of SHAPES.filter((one) => one.find === find && one.caller === caller)) {
        problems.push(...(await checkShape(shape, guarded())));
      }
      expect(problems).toEqual([]);
    },
    10 * MINUTES,
  );

  test(
    'the leases of 100 tenants, and 100 records of each kind',
    async () => {
      expect([...(await checkTenantLeases(guarded())), ...(await checkNodes(guarded()))]).toEqual([]);
    },
    10 * MINUTES,
  );

  test('a broad address of all groups has a total count, because its units lead to fewer rows than counting pairs would read', async () => {
    const shape = SHAPES.find(({ name }) => name === 'tenants · all · any move-in · state 4 %')!;
    expect(await countShape(shape, sessionOf(meter.database, shape.caller, SIZE))).toBe(obvious.ids(shape).length);
  });
}
