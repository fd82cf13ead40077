import fc from 'fast-check';

import type { StreamRow } from '../../src/db/sorted-streams';
import { boundsFrom, boundsTo, merge, type MergeInput } from '../../src/db/search/merge';
import type { PageRequest } from '../../src/model/page';

/** Compares the merge with a plain sort, for streams of any shape. A fake reader replaces the database. */

interface Row {
  readonly id: number;
  readonly matches: boolean;
}

const row = fc.record({ id: fc.integer({ min: 1, max: 400 }), matches: fc.boolean() });
const rows = fc.oneof(
  fc.array(row, { maxLength: 40 }),
  // One id with many rows, few of which match; and streams that follow each other as months do.
  fc.array(fc.record({ id: fc.constantFrom(7, 8), matches: fc.integer({ max: 30, min: 0 }).map((n) => n === 0) }), {
    maxLength: 300,
  }),
  fc
    .integer({ min: 0, max: 9 })
    .map((n) => Array.from({ length: 40 }, (_, at) => ({ id: n * 40 + at + 1, matches: true }))),
);
const bounds: fc.Arbitrary<PageRequest> = fc.record(
  {
    direction: fc.constantFrom('forward', 'backward'),
    limit: fc.integer({ min: 1, max: 101 }),
    after: fc.integer({ min: 0, max: 420 }),
    before: fc.integer({ min: 0, max: 420 }),
  },
  { requiredKeys: ['direction', 'limit'] },
);

function answer(
  streams: readonly (readonly Row[])[],
  { direction, limit, after = 0, before = Infinity }: PageRequest,
): number[] {
  const ids = streams.flat().filter(({ id, matches }) => matches && id > after && id < before);
  const order = direction === 'forward' ? 1 : -1;
  return [...new Set(ids.map(({ id }) => id))].sort((a, b) => order * (a - b)).slice(0, limit);
}

function reader(streams: readonly (readonly Row[])[], { direction }: PageRequest, share: number): MergeInput {
  const order = direction === 'forward' ? 1 : -1;
  const sorted = streams.map((stream) => [...stream].sort((a, b) => order * (a.id - b.id)));
  return {
    streams: streams.length,
    share,
    async read(batches) {
      return batches.flatMap(({ stream, from, limit }): StreamRow[] =>
        sorted[stream]!.filter(({ id }) => order * (id - from) >= 0)
          .slice(0, limit)
          .map((row) => ({ stream, ...row })),
      );
    },
    fallBack: () => Promise.reject(new Error('fell back')),
  };
}

const streams = fc.array(rows, { maxLength: 130 });

async function mergedIds(input: MergeInput, page: PageRequest): Promise<number[]> {
  const { ids, isComplete } = await merge(input, page);
  expect(isComplete).toBe(true);
  return ids;
}

test('decision 5: a merge returns the first matches in order, each once, within the bounds and in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(streams, bounds, fc.constantFrom(1, 0.3, 0.01), async (all, page, share) => {
      expect(await mergedIds(reader(all, page, share), page)).toEqual(answer(all, page));
    }),
    { numRuns: 300 },
  );
});

test('heads and skipping do not change the answer', async () => {
  await fc.assert(
    fc.asyncProperty(streams, bounds, async (all, page) => {
      const order = page.direction === 'forward' ? 1 : -1;
      const first = (ids: readonly number[]) => (order === 1 ? Math.min(...ids) : Math.max(...ids));
      const filled = all.filter((stream) => stream.length > 0);
      const input: MergeInput = {
        ...reader(filled, page, 0.5),
        heads: filled.map((stream) => first(stream.map(({ id }) => id))),
        async skip(from) {
          const ahead = filled.flat().filter(({ id, matches }) => matches && order * (id - from) >= 0);
          return ahead.length === 0 ? undefined : first(ahead.map(({ id }) => id));
        },
      };
      expect(await mergedIds(input, page)).toEqual(answer(all, page));
    }),
    { numRuns: 300 },
  );
});

test('the number of rows read depends on the page and not on the data, in whatever order ids are', async () => {
  const size = 20_000;
  const page: PageRequest = { direction: 'forward', limit: 101 };
  const calendar = Array.from({ length: 48 }, (_, stream) =>
    Array.from({ length: size }, (_, at) => ({ id: stream * size + at + 1, matches: true })),
  );
  const random = Array.from({ length: 48 }, (_, stream) =>
    Array.from({ length: size }, (_, at) => ({ id: at * 48 + stream + 1, matches: true })),
  );
  for (const all of [calendar, random]) {
    let read = 0;
    const input = reader(all, page, 1);
    const counting: MergeInput = {
      ...input,
      async read(batches) {
        const found = await input.read(batches);
        read += found.length;
        return found;
      },
    };
    expect(await mergedIds(counting, page)).toEqual(answer(all, page));
    expect(read).toBeLessThan(2_000);
  }
});

describe.each(['forward', 'backward'] as const)('%s, where a batch ends within the rows of one id', (direction) => {
  /** @param sixes whether each row of the id 6 matches; those of 5 and 7 do. @returns the ids, and the start and limit of each batch */
  async function read(sixes: readonly boolean[]) {
    const page: PageRequest = { direction, limit: 1, ...(direction === 'forward' ? { after: 5 } : { before: 7 }) };
    const [five, seven] = [5, 7].map((id) => ({ id, matches: true }));
    const input = reader([[five!, ...sixes.map((matches) => ({ id: 6, matches })), seven!]], page, 1);
    const batches: [number, number][] = [];
    const counting: MergeInput = {
      ...input,
      read(asked) {
        batches.push(...asked.map(({ from, limit }): [number, number] => [from, limit]));
        return input.read(asked);
      },
    };
    return { ids: await mergedIds(counting, page), batches };
  }

  test('the other rows are read, four times as many each time, until one matches', async () => {
    const rest = (count: number) => [...Array.from({ length: count }, () => false), true];
    const [first, second, third] = [
      [6, 4],
      [6, 16],
      [6, 64],
    ];
    expect(await read(rest(4))).toEqual({ ids: [6], batches: [first, second] });
    expect(await read(rest(15))).toEqual({ ids: [6], batches: [first, second] });
    expect(await read(rest(16))).toEqual({ ids: [6], batches: [first, second, third] });
  });

  test('no other rows are read once one has matched', async () => {
    expect(await read([false, true, false, false, true, true])).toEqual({ ids: [6], batches: [[6, 4]] });
  });
});

test('a merge that falls back returns the same page, in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(streams, bounds, fc.integer({ min: 0, max: 300 }), async (all, page, after) => {
      const input: MergeInput = {
        ...reader(all, page, 1),
        alternative: { after, cost: 0 },
        fallBack: async (rest) => answer(all, rest),
      };
      expect(await mergedIds(input, page)).toEqual(answer(all, page));
    }),
    { numRuns: 300 },
  );
});

test('a merge that reads too much falls back from where it stopped', async () => {
  const page: PageRequest = { direction: 'forward', limit: 10 };
  const barren = Array.from({ length: 90_000 }, (_, at) => ({ id: at + 1, matches: at === 3 }));
  const handedOver: PageRequest[] = [];
  const input: MergeInput = {
    ...reader([barren], page, 0.5),
    async fallBack(rest) {
      handedOver.push(rest);
      return [89_999];
    },
  };
  expect(await mergedIds(input, page)).toEqual([4, 89_999]);
  expect(handedOver).toEqual([{ direction: 'forward', limit: 9, after: expect.any(Number) }]);
  expect(handedOver[0]?.after).toBeGreaterThanOrEqual(60_000);
});

test('a merge that has read as much again as another plan costs falls back, however little of the page is missing', async () => {
  const page: PageRequest = { direction: 'forward', limit: 100 };
  const early = Array.from({ length: 90_000 }, (_, at) => ({ id: at + 1, matches: at < 95 }));
  let handedOver = 0;
  const input: MergeInput = {
    ...reader([early], page, 1),
    alternative: { after: 1_000, cost: 2_000 },
    async fallBack({ after = 0 }) {
      handedOver = after;
      return [89_999];
    },
  };
  expect((await mergedIds(input, page)).at(-1)).toBe(89_999);
  expect(handedOver).toBeGreaterThan(3_000);
  expect(handedOver).toBeLessThan(12_000);
});

test('a merge falls back even if a page is found, as streams that are behind may have many rows before the end of it', async () => {
  const page: PageRequest = { direction: 'forward', limit: 10 };
  const far = Array.from({ length: 10 }, (_, at) => ({ id: 80_000 + at, matches: true }));
  const barren = Array.from({ length: 90_000 }, (_, at) => ({ id: at + 1, matches: false }));
  let handedOver = 0;
  let end: number | undefined;
  const input: MergeInput = {
    ...reader([far, barren], page, 1),
    alternative: { after: 1_000, cost: 2_000 },
    async fallBack({ after = 0, before }) {
      handedOver = after;
      end = before;
      return far.map(({ id }) => id);
    },
  };
  expect(await mergedIds(input, page)).toEqual(far.map(({ id }) => id));
  expect(handedOver).toBeGreaterThan(3_000);
  expect(handedOver).toBeLessThan(12_000);
  expect(end).toBe(80_010);
});

test.each([
  ['forward', { after: 5, before: 21 }],
  ['backward', { after: 19, before: 50 }],
] as const)('the bounds up to an id include it, %s', (direction, expected) => {
  const page: PageRequest = { direction, limit: 10, after: 5, before: 50 };
  expect(boundsTo(20, page)).toEqual({ ...page, ...expected });
});

test('a merge that goes on beyond the rows at which it may fall back reads ever larger batches', async () => {
  const page: PageRequest = { direction: 'forward', limit: 100 };
  const sparse = Array.from({ length: 60_000 }, (_, at) => ({ id: at + 1, matches: at % 500 === 0 }));
  const sizes: number[] = [];
  const input = reader([sparse], page, 1);
  const ids = await mergedIds(
    {
      ...input,
      alternative: { after: 1_000, cost: 1_000_000 },
      async read(batches) {
        const rows = await input.read(batches);
        sizes.push(rows.length);
        return rows;
      },
    },
    page,
  );
  expect(ids).toEqual(answer([sparse], page));
  // With batches of 800 rows, as they are shortly after that point, it would take more than 60.
  expect(sizes.length).toBeLessThan(20);
  expect(Math.max(...sizes)).toBeLessThan(8_100);
});

test('a merge that needs more statements than allowed says up to where its ids are complete, and how many rows match', async () => {
  const page: PageRequest = { direction: 'forward', limit: 101 };
  const long = Array.from({ length: 5000 }, (_, at) => ({ id: at + 1, matches: at % 100 === 0 }));
  const input = reader([long], page, 1);
  // The first statement reads 164 rows.
  expect(await merge(input, page, 1)).toEqual({
    ids: [1, 101],
    isComplete: false,
    from: 164,
    passed: 163,
    density: 1,
    share: 2 / 164,
  });
  expect(await mergedIds(input, page)).toEqual(answer([long], page));
});

test('rows that are passed are those up to where all streams were read', async () => {
  const page: PageRequest = { direction: 'forward', limit: 101 };
  const often = Array.from({ length: 5000 }, (_, at) => ({ id: at + 1, matches: false }));
  const seldom = Array.from({ length: 5000 }, (_, at) => ({ id: (at + 1) * 50, matches: false }));
  const { from, passed, density } = await merge(reader([often, seldom], page, 0.1), page, 1);
  // As many rows are read of either stream.
  expect([from, passed, density]).toEqual([402, 401 + 8, 409 / 401]);
});

test.each(['forward', 'backward'] as const)('if everything was read, %s, all rows are passed', async (direction) => {
  const page: PageRequest = { direction, limit: 101 };
  const some = Array.from({ length: 20 }, (_, at) => ({ id: 1_000 + at, matches: true }));
  const { isComplete, from, passed, density } = await merge(reader([some], page, 1), page, 1);
  expect([isComplete, from, passed]).toEqual([true, direction === 'forward' ? 1_020 : 0, 20]);
  expect(density).toBeCloseTo(direction === 'forward' ? 1 : 20 / 1_020);
});

test('a page that goes on from where a merge stopped is the same page', async () => {
  await fc.assert(
    fc.asyncProperty(streams, bounds, fc.constantFrom(1, 0.3, 0.01), async (all, page, share) => {
      const { ids, isComplete, from } = await merge(reader(all, page, share), page, 1);
      if (isComplete) return expect(ids).toEqual(answer(all, page));
      const rest = { ...boundsFrom(from, page), limit: page.limit - ids.length };
      expect([...ids, ...(await mergedIds(reader(all, rest, share), rest))]).toEqual(answer(all, page));
    }),
    { numRuns: 300 },
  );
});
