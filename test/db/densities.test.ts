/** What a search has learned of its groups decides only how the next one begins. */

import fc from 'fast-check';

import { densitiesOf, type QueryMemory } from '../../src/db/query-memory';
import { within } from '../../src/db/search/search';
import { Steps, type Ways } from '../../src/db/search/steps';
import { type Batch, PAIRS_BY_TENANT } from '../../src/db/sorted-streams';
import type { VisibleRecords } from '../../src/db/visible-records';
import type { PageRequest, RowId } from '../../src/model/page';

interface Row {
  readonly id: RowId;
  readonly matches: boolean;
}

/** Searches these rows of one group again and again. @param learned the density that an earlier search has found */
function searcher(rows: readonly Row[], learned?: number) {
  const sorted = [...rows].sort((a, b) => a.id - b.id);
  const matching = [...new Set(sorted.filter(({ matches }) => matches).map(({ id }) => id))];
  const steps: string[] = [];
  const records = {
    scope: { isAll: false, listed: [1] },
    longestWalk: Infinity,
    densities: { tenants: learned },
    lastId: async () => sorted.at(-1)?.id ?? 0,
    async read(_table: unknown, _streams: unknown, [batch]: readonly Batch[], direction: PageRequest['direction']) {
      steps.push('streams');
      const { stream, from, limit } = batch!;
      const ahead =
        direction === 'forward'
          ? sorted.filter(({ id }) => id >= from)
          : sorted.filter(({ id }) => id <= from).toReversed();
      return ahead.slice(0, limit).map((row) => ({ stream, ...row }));
    },
  };
  const ways: Ways = {
    table: 'tenants',
    begin: {
      streams: {
        table: PAIRS_BY_TENANT,
        streams: [{ index: 'lease_tenants_of_group', group: 1 }],
        share: 0.5,
      },
    },
    async walk(bounds) {
      steps.push('walk');
      return { ids: within(matching, bounds), beside: [] };
    },
    walked: { least: 0, visible: 12_000, all: 22_000 },
    walkCost: 1,
    async finish(bounds) {
      steps.push('finish');
      return within(matching, bounds);
    },
  };
  const page = (bounds: PageRequest) => new Steps(records as unknown as VisibleRecords, ways).ids(bounds);
  return { page, steps, answer: (bounds: PageRequest) => within(matching, bounds) };
}

const block = (first: RowId, last: RowId, of = 2): Row[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ id: first + at, matches: at % of === 0 }));

const FIRST: PageRequest = { direction: 'forward', limit: 101 };

const PAGES = fc.record(
  {
    direction: fc.constantFrom<PageRequest['direction'][]>('forward', 'backward'),
    limit: fc.constantFrom(1, 10, 101),
    after: fc.integer({ min: 0, max: 6_000 }),
    before: fc.integer({ min: 1, max: 6_000 }),
  },
  { requiredKeys: ['direction', 'limit'] },
);

test('every page is the same, whatever density was learned', async () => {
  const rows = fc
    .array(fc.record({ first: fc.integer({ min: 1, max: 5_000 }), length: fc.integer({ min: 0, max: 900 }) }), {
      maxLength: 4,
    })
    .map((blocks) => blocks.flatMap(({ first, length }) => block(first, first + length, 3)));
  const densities = fc.constantFrom(undefined, 0.01, 0.3, 1, 1.5, 300);
  await fc.assert(
    fc.asyncProperty(rows, densities, fc.array(PAGES, { minLength: 1, maxLength: 4 }), async (all, learned, pages) => {
      const search = searcher(all, learned);
      for (const bounds of pages) expect(await search.page(bounds)).toEqual(search.answer(bounds));
    }),
    { numRuns: 400 },
  );
});

test('a search begins with a walk once the streams have shown enough rows', async () => {
  const { page, steps } = searcher(block(1, 5_000));
  await page(FIRST);
  await page(FIRST);
  expect(steps).toEqual(['streams', 'walk']);
});

test('a group whose ids begin late is not taken for a dense one', async () => {
  const { page, steps } = searcher(block(500_001, 540_000));
  for (let time = 0; time < 4; time += 1) await page(FIRST);
  expect(steps).toEqual(['streams', 'streams', 'streams', 'streams']);
});

test('a walk that does not complete the page is not repeated', async () => {
  const { page, steps } = searcher([...block(1, 20_000), ...block(500_001, 520_000)], 1);
  const acrossTheGap = { ...FIRST, after: 19_900 };
  await page(acrossTheGap);
  steps.length = 0;
  for (let time = 0; time < 2; time += 1) await page(acrossTheGap);
  expect(steps).toEqual(['streams', 'streams']);
});

test('a tenant with many leases does not make later walks short', async () => {
  const landlord = Array.from({ length: 500 }, () => ({ id: 1, matches: true }));
  const { page, steps } = searcher([...landlord, ...block(2, 20_000)]);
  await page(FIRST);
  steps.length = 0;
  await page({ ...FIRST, after: 10_000 });
  expect(steps).toEqual(['walk']);
});

test('a request for one neighbour changes nothing that was learned', async () => {
  const { page, steps } = searcher(block(1, 5_000));
  await page({ ...FIRST, limit: 1 });
  await page(FIRST);
  expect(steps).toEqual(['streams', 'streams']);
});

test('each list of groups has its own densities, up to 10,000 lists', () => {
  const memory = { densities: new Map() } as unknown as QueryMemory;
  densitiesOf(memory, [1, 2]).tenants = 1;
  densitiesOf(memory, [12]).tenants = 0.5;
  expect([densitiesOf(memory, [1, 2]), densitiesOf(memory, [12])]).toEqual([{ tenants: 1 }, { tenants: 0.5 }]);
  for (let group = 100; group < 10_100; group += 1) densitiesOf(memory, [group]);
  expect(memory.densities.size).toBeLessThanOrEqual(10_000);
  expect(densitiesOf(memory, [1, 2])).toEqual({});
});
