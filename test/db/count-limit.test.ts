import { sql } from 'kysely';

import { groupsWithin } from '../../src/db/listing';
import { VisibleRecords } from '../../src/db/visible-records';
import { PreparedStatements } from '../../src/db/statements';
import { GroupScope } from '../../src/db/visibility';
import { stubDatabase } from './stub-database';

/** A count above the limit is null: 10,000 records are still counted. */

const MOST = 60_000;

async function count(total: number, read: number): Promise<number | null> {
  const db = stubDatabase(() => [{ total, read }]);
  const shared = { statements: new PreparedStatements(), climb: { budgets: [] } };
  const records = new VisibleRecords(db, await GroupScope.of(db, { kind: 'all' }), shared);
  return records.count(sql`select 1 as id`, MOST);
}

test.each([
  [0, 0, 0],
  [9_999, 9_999, 9_999],
  [10_000, 10_000, 10_000],
  [10_001, 10_001, null],
  [5, MOST, 5],
  [5, MOST + 1, null],
])('%s records among %s rows: %s', async (total, rows, expected) => {
  expect(await count(total, rows)).toBe(expected);
});

test.each([
  [0, 0],
  [10_000, 10_000],
  [10_001, null],
  [20_000, null],
])('%s groups: %s', async (there, expected) => {
  // The count reads no more of them than it needs.
  const db = stubDatabase((_statement, [limit]) => [{ total: Math.min(there, Number(limit)) }]);
  expect(await groupsWithin(db, await GroupScope.of(db, { kind: 'all' })).count()).toBe(expected);
});
