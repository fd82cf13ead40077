/** The plans to which a merge falls back return the first matches within the bounds of what is left of the page. */

import { Database } from '../../src/db/database';
import { fullFetchFirst } from '../../src/db/search/merge-plan';
import { firstIds, fullFetch, idsOf } from '../../src/db/search/search';
import type { VisibleRecords } from '../../src/db/visible-records';
import type { PageRequest } from '../../src/model/page';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';

const IDS = Array.from({ length: 12 }, (_, at) => at + 1);
const CUTS = [undefined, 0, 3, 5, 9, 13];
const CASES = (['forward', 'backward'] as const).flatMap((direction) =>
  [2, 100].flatMap((limit) =>
    CUTS.flatMap((after) =>
      CUTS.flatMap((before): PageRequest[] => [
        { direction, limit, ...(after !== undefined && { after }), ...(before !== undefined && { before }) },
      ]),
    ),
  ),
);
let database: TestDatabase;
let records: VisibleRecords;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', IDS.length);
  const db = new Database(database.db, () => 0);
  const grant = { kind: 'all' } as const;
  records = db.records(await db.scopeOf(grant));
});
afterAll(() => database.drop());

function expected({ direction, limit, after = 0, before = Infinity }: PageRequest): number[] {
  const within = IDS.filter((id) => id > after && id < before);
  return (direction === 'forward' ? within : within.reverse()).slice(0, limit);
}

test('a merge falls back to the plan of the server', async () => {
  for (const bounds of CASES) {
    const ids = await idsOf(firstIds(records.leaseTenants().select('p.tenant_id as id'), 'p.tenant_id', bounds));
    expect([bounds, ids]).toEqual([bounds, expected(bounds)]);
  }
});

test('a merge falls back to a full fetch', async () => {
  const refuse = () => Promise.reject(new Error('all were fetched'));
  const fullFetch = fullFetchFirst(async () => IDS, refuse);
  for (const bounds of CASES) expect([bounds, await fullFetch(records, bounds)]).toEqual([bounds, expected(bounds)]);
});

test('a full fetch returns its ids in ascending order, each once, and none if there are too many rows', async () => {
  const query = (limit: number) => ({ execute: async () => [7, 3, 7, 1].slice(0, limit).map((id) => ({ id })) });
  expect(await fullFetch(query, 4)).toEqual([1, 3, 7]);
  expect(await fullFetch(query, 3)).toBeNull();
});

test('a full fetch with too many rows falls back further, with the same bounds', async () => {
  const bounds: PageRequest = { direction: 'forward', limit: 3, after: 2 };
  const asked: unknown[] = [];
  const fullFetch = fullFetchFirst(
    async () => null,
    async (_records, page) => {
      asked.push(page);
      return [7];
    },
  );
  expect([await fullFetch(records, bounds), asked]).toEqual([[7], [bounds]]);
});
