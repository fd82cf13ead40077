/** The meter of rows read never reports a figure of another session, or of one with other settings. */

import { sql } from 'kysely';

import { Meter } from '../../bench/scale/measure';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function withMeter(use: (meter: Meter) => Promise<void>): Promise<void> {
  const meter = await Meter.open(readDatabaseAddress({ DATABASE_URL: database.url }));
  try {
    await use(meter);
  } finally {
    await meter.close();
  }
}

const countGroups = ({ connection }: Meter) => sql`select count(id) from ${sql.table('groups')}`.execute(connection);

test('a measurement has the rows and the statements of its call alone', () =>
  withMeter(async (meter) => {
    const once = await meter.measure(() => countGroups(meter));
    await countGroups(meter);
    const again = await meter.measure(() => countGroups(meter));
    expect(again).toMatchObject({ rows: once.rows, statements: [expect.stringContaining('count(id)')] });
    expect(once.rows).toBeGreaterThan(0);
    expect((await meter.measure(() => Promise.resolve())).rows).toBe(0);
  }));

test('the pool, which closes idle connections, keeps that of a meter', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] });
  await withMeter(async (meter) => {
    await meter.measure(() => countGroups(meter));
    jest.advanceTimersByTime(120_000);
    expect((await meter.measure(() => countGroups(meter))).rows).toBeGreaterThan(0);
  }).finally(() => jest.useRealTimers());
});

test.each([
  ['its connection is closed', `kill`, /cannot answer/],
  ['its switches are reset', 'set optimizer_switch = default', /the session is .*index_condition_pushdown=on/],
  ['an optimizer setting changes', 'set eq_range_index_dive_limit = 7', /the session is .*"dives":7/],
  ['its counters are reset', 'flush status', /^-\d+ rows were read/],
])('a measurement fails if %s', (_what, statement, problem) =>
  withMeter(async (meter) => {
    await countGroups(meter);
    const work = async () => {
      if (statement !== 'kill') return sql.raw(statement).execute(meter.connection);
      const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(meter.connection);
      return sql`kill ${sql.lit(rows[0]!.id)}`.execute(database.db);
    };
    await expect(meter.measure(work)).rejects.toThrow(problem);
    if (statement === 'flush status') return;
    await expect(meter.measure(() => countGroups(meter))).rejects.toThrow();
  }),
);
