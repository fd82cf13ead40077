/** How many of the listed leases fit when they have more tenants than may be read. */

import { Database } from '../../src/db/database';
import { leasesById, TooMany } from '../../src/db/records-by-id';
import { RecordBudget } from '../../src/lookups/find-records';
import { type Lease, WHOLE_LEASE } from '../../src/model/records';
import { caseForAllTests } from '../import/import-case';

const SIZES = [3, 0, 1, 2, 1];
const people = [0, 1, 2].map((nth) => ({ identifier: `t${nth}`, group: 'g' }));
const world = caseForAllTests({
  'groups.ndjson': [{ identifier: 'g' }],
  'units.ndjson': [{ identifier: 'u', group: 'g' }],
  'tenants.ndjson': people,
  'leases.ndjson': SIZES.map((size, nth) => ({
    ...{ identifier: `l${nth}`, group: 'g', unit_id: 'u' },
    tenants: people.slice(0, size).map(({ identifier }) => identifier),
  })),
});

test('the leases, or how many of the first fit: at least one, and never all', async () => {
  const db = new Database(world.database.db, () => 0);
  const records = db.records(await db.scopeOf({ kind: 'all' }));
  const ids = (await world.everything()).leases.map((row) => (row as { id: number }).id);
  const answers: Record<string, unknown> = {};
  for (const parts of [WHOLE_LEASE, { ...WHOLE_LEASE, tenants: false }])
    for (const order of [ids, ids.toReversed(), ids.slice(1), ids.slice(0, 1), []])
      for (const most of [0, 1, 2, 3, 4, 6, 7, Infinity]) {
        const found = await leasesById(records, parts, order, most);
        const asked = `${order.map((id) => SIZES[ids.indexOf(id)]).join(' ')}, at most ${most}, with tenants: ${parts.tenants}`;
        const told = (one: Lease) => `${one.identifier}${parts.tenants ? ` with ${one.tenants.length}` : ''}`;
        answers[asked] = found instanceof TooMany ? `${found.fits} fit` : found.map(told).join(', ');
      }
  expect(answers).toMatchSnapshot();
});

test('a budget counts what is read and what is returned, each by itself', () => {
  const budget = new RecordBudget(10);
  const left = [budget.left];
  for (const [read, taken] of [
    [4, 3],
    [0, 3],
    [2, 0],
    [3, 4],
  ] as const) {
    budget.read(read);
    budget.take(taken);
    left.push(budget.left);
  }
  expect(left).toEqual([10, 6, 4, 4, 0]);
  expect(() => budget.take(1)).toThrow('more than 10 records');
  expect([budget.left, budget.refusal() === budget.refusal()]).toEqual([0, true]);
});
