/** The first row of each group, from which a merge of more than 100 groups begins, is that of a visible group. */

import { Database } from '../../src/db/database';
import type { VisibleRecords } from '../../src/db/visible-records';
import type { RowId } from '../../src/model/page';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';

/** In this order, so that the hidden groups stand before, between and after the visible ones. */
const GROUPS = ['hidden-1', 'seen-1', 'hidden-2', 'seen-2', 'hidden-3'];
const ROWS = 4;

let database: TestDatabase;
let records: VisibleRecords;
const idOf: Record<string, RowId> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of GROUPS) {
    idOf[name] = await insertGroup(database.db, name);
    await insertTenantsWithLeases(database.db, idOf[name], name, ROWS);
  }
  const db = new Database(database.db, () => 0);
  const grant = { kind: 'listed', identifiers: ['seen-1', 'seen-2', 'no such group'] } as const;
  records = db.records(await db.scopeOf(grant));
});
afterAll(() => database.drop());

const seen = async (from: RowId, direction: 'forward' | 'backward') =>
  Object.fromEntries((await records.heads(from, direction)).map(({ group_id, id }) => [group_id, id]));

test('they are the lowest from an id on, or the highest up to it', async () => {
  const lowest = await seen(1, 'forward');
  expect(Object.keys(lowest).map(Number)).toEqual([idOf['seen-1'], idOf['seen-2']]);
  const [first = 0, second = 0] = Object.values(lowest);
  expect(second - first).toBe(2 * ROWS);
  expect(await seen(first + 1, 'forward')).toEqual({ [idOf['seen-1']!]: first + 1, [idOf['seen-2']!]: second });
  expect(await seen(second, 'backward')).toEqual({ [idOf['seen-1']!]: first + ROWS - 1, [idOf['seen-2']!]: second });
});

test('they leave out a group without one', async () => {
  const [first = 0] = Object.values(await seen(1, 'forward'));
  expect(Object.keys(await seen(first + ROWS, 'forward')).map(Number)).toEqual([idOf['seen-2']]);
});
