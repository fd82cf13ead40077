/**
 * The plan guard: on 100,000 leases with every skew that matters, each shape finds what looking at every record finds,
 * and reads a bounded number of rows, whatever order the ids are in. A test file for each order, so that they run side by side.
 */

import { type Kysely, sql } from 'kysely';

import { type CallerName, CALLERS, groupNumbers } from '../../bench/scale/callers';
import { type IdOrder, worldSize } from '../../bench/scale/facts';
import { countShape, expectedPage, sessionOf } from '../../bench/scale/lookup';
import { Meter } from '../../bench/scale/measure';
import {
  hundredIds,
  leasesOfAll,
  NODE_CALLERS,
  TENANT_LEASES_SHAPES,
  tenantsToAsk,
} from '../../bench/scale/record-shapes';
import { shapes } from '../../bench/scale/shapes';
import { fillWorld } from '../../bench/scale/world';
import { readDatabaseAddress } from '../../src/config/settings';
import type { Tables } from '../../src/db/tables';
import { recordsInOrder } from '../../src/lookups/find-records';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { checkShape, excess, type Guarded } from './check-shape';
import { Obvious } from './obvious';

const KINDS = ['lease', 'tenant', 'group'] as const;

const nodesName = (caller: CallerName) => `100 nodes of each kind · ${caller}`;

/** What is wrong with the leases of 100 tenants that are asked for at once. */
async function checkTenantLeases({ size, meter, obvious }: Guarded): Promise<string[]> {
  const problems: string[] = [];
  const { id: landlord } = await meter.connection
    .selectFrom('tenants')
    .select('id')
    .where('identifier', '=', 'tenant-0')
    .executeTakeFirstOrThrow();
  for (const shape of TENANT_LEASES_SHAPES) {
    const session = sessionOf(meter.database, shape.caller, size);
    const tenants = await tenantsToAsk(session, landlord);
    const { answer: pages, rows } = await meter.measure(() => leasesOfAll(session, tenants, shape));
    const counts = await meter.measure(() => Promise.all(pages.map((page) => page.count())));
    tenants.forEach(({ rowId, identifier }, nth) => {
      const ids = obvious.leasesOf(rowId, shape.activeOn);
      const is = JSON.stringify([pages[nth]?.records.map((lease) => lease.rowId), counts.answer[nth]]);
      const shouldBe = JSON.stringify([expectedPage(ids, shape.request).ids, ids.length]);
      if (is !== shouldBe) problems.push(`${shape.name}: ${identifier}: ${is} should be ${shouldBe}`);
    });
    problems.push(...excess(shape.name, rows, counts.rows));
  }
  return problems;
}

/** What is wrong with 100 records of each kind by their ids. */
async function checkNodes({ size, meter }: Guarded): Promise<string[]> {
  const problems: string[] = [];
  const ids = { leases: hundredIds(97), tenants: hundredIds(89), groups: hundredIds(7) };
  for (const caller of NODE_CALLERS) {
    const session = sessionOf(meter.database, caller, size);
    const asked = KINDS.flatMap((kind) => ids[`${kind}s`].map((rowId) => ({ kind, rowId })));
    const { answer, rows } = await meter.measure(() => recordsInOrder(session, asked));
    const numbers = groupNumbers(caller, size);
    for (const one of KINDS) {
      const kind = `${one}s` as const;
      const group = sql.ref(kind === 'groups' ? 'id' : 'group_id');
      const { rows: stored } = await sql<{ id: number; group: number }>`
        select id, ${group} - 1 as \`group\` from ${sql.table(kind)} where id in (${sql.join(ids[kind])}) order by id`.execute(
        meter.connection,
      );
      const visible = stored.filter((row) => numbers === undefined || numbers.includes(row.group));
      const is = JSON.stringify(
        answer.flatMap((found) => (found?.kind === one ? [found.record.rowId] : [])).sort((a, b) => a - b),
      );
      const shouldBe = JSON.stringify(visible.map(({ id }) => id));
      if (is !== shouldBe) problems.push(`${nodesName(caller)}: ${kind}: ${is} should be ${shouldBe}`);
    }
    problems.push(...excess(nodesName(caller), rows, 0));
  }
  return problems;
}

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
