import { TooMany } from '../../src/db/records-by-id';
import { type Listing, paginate } from '../../src/lookups/paginate';
import { isLocalDate } from '../../src/model/local-date';
import type { PageRequest, RowId } from '../../src/model/page';

interface Record {
  readonly rowId: RowId;
}

/** Ids from 1 to 20, of which some are gone by the time their records are read. */
function listing(gone: readonly RowId[]): Listing<Record> {
  return {
    ids: async ({ direction, limit, after = 0, before = Infinity }: PageRequest) => {
      const ids = Array.from({ length: 20 }, (_, at) => at + 1).filter((id) => id > after && id < before);
      return (direction === 'forward' ? ids : ids.reverse()).slice(0, limit);
    },
    records: async (ids) => ids.filter((id) => !gone.includes(id)).map((rowId) => ({ rowId })),
    count: async () => 20,
  };
}

async function read(gone: readonly RowId[], request: PageRequest) {
  const { records, hasMore } = await paginate(listing(gone), request);
  return { ids: records.map(({ rowId }) => rowId), hasMore };
}

describe('decision 49: when all records of a page have gone, the next ones take their place', () => {
  test.each([
    ['forward, from the beginning', { direction: 'forward' }, [1, 2, 3, 4, 5, 6], [7, 8, 9]],
    ['forward, after a cursor', { direction: 'forward', after: 5, before: 18 }, [6, 7, 8], [9, 10, 11]],
    ['backward, from the end', { direction: 'backward' }, [15, 16, 17, 18, 19, 20], [12, 13, 14]],
    ['backward, before a cursor', { direction: 'backward', after: 2, before: 15 }, [12, 13, 14], [9, 10, 11]],
  ] as const)('%s', async (_name, bounds, gone, ids) => {
    expect(await read(gone, { ...bounds, limit: 3 })).toEqual({ ids, hasMore: true });
  });

  test('up to the end of the bounds, and no further', async () => {
    const gone = [18, 19, 20];
    expect(await read(gone, { direction: 'forward', after: 17, limit: 3 })).toEqual({ ids: [], hasMore: false });
    expect(await read([1, 2, 3], { direction: 'backward', before: 4, limit: 3 })).toEqual({ ids: [], hasMore: false });
  });
});

test('a page of which some records are left is not filled up', async () => {
  expect(await read([1, 3], { direction: 'forward', limit: 3 })).toEqual({ ids: [2], hasMore: true });
});

describe('whether there are further pages', () => {
  async function around(request: PageRequest) {
    const page = await paginate(listing([]), request);
    return [await page.hasPreviousPage(), await page.hasNextPage()];
  }

  test.each([
    ['all records', { direction: 'forward', limit: 20 }, false, false],
    ['the first records', { direction: 'forward', limit: 19 }, false, true],
    ['the last records', { direction: 'backward', limit: 19 }, true, false],
    ['after the first record', { direction: 'forward', after: 1, limit: 19 }, true, false],
    ['after no record', { direction: 'forward', after: 0, limit: 20 }, false, false],
    ['before the last record', { direction: 'backward', before: 20, limit: 19 }, false, true],
    ['before no record', { direction: 'backward', before: 21, limit: 20 }, false, false],
    ['between two records', { direction: 'forward', after: 1, before: 20, limit: 18 }, true, true],
    ['between two records, backward', { direction: 'backward', after: 1, before: 20, limit: 18 }, true, true],
    ['beyond all records', { direction: 'forward', after: 20, before: 22, limit: 3 }, true, false],
  ] as const)('%s', async (_name, request, previous, next) => {
    expect(await around(request)).toEqual([previous, next]);
  });

  test('is read only when it is asked for', async () => {
    const all = listing([]);
    const ids = jest.spyOn(all, 'ids');
    const page = await paginate(all, { direction: 'forward', after: 1, before: 20, limit: 3 });
    expect(ids.mock.calls).toEqual([[{ direction: 'forward', after: 1, before: 20, limit: 4 }]]);
    await page.hasNextPage();
    await page.hasPreviousPage();
    // What the page has read answers the first.
    expect(ids.mock.calls.slice(1)).toEqual([[{ direction: 'backward', before: 2, limit: 1 }]]);
    expect(await page.count()).toBe(20);
  });

  test('is read from the bounds, and without a bound not at all', async () => {
    const all = listing([]);
    const ids = jest.spyOn(all, 'ids');
    const first = await paginate(all, { direction: 'backward', limit: 20 });
    expect([await first.hasNextPage(), await first.hasPreviousPage()]).toEqual([false, false]);
    expect(ids).toHaveBeenCalledTimes(1);
    const second = await paginate(all, { direction: 'backward', before: 20, limit: 20 });
    await second.hasNextPage();
    expect(ids.mock.lastCall).toEqual([{ direction: 'forward', after: 19, limit: 1 }]);
  });
});

test('a page of no records says whether there are any', async () => {
  expect(await read([], { direction: 'forward', limit: 0 })).toEqual({ ids: [], hasMore: true });
  expect(await read([], { direction: 'forward', after: 20, limit: 0 })).toEqual({ ids: [], hasMore: false });
});

test('decision 34: a page ends where its records would contain too many others', async () => {
  const fitting: Listing<Record> = {
    ...listing([]),
    records: async (ids) => (ids.length > 2 ? new TooMany(2) : ids.map((rowId) => ({ rowId }))),
  };
  const read = async (request: PageRequest) => {
    const { records, hasMore } = await paginate(fitting, request);
    return [records.map(({ rowId }) => rowId), hasMore];
  };
  expect(await read({ direction: 'forward', limit: 20 })).toEqual([[1, 2], true]);
  expect(await read({ direction: 'backward', limit: 5 })).toEqual([[19, 20], true]);
  expect(await read({ direction: 'forward', after: 18, limit: 2 })).toEqual([[19, 20], false]);
});

test('a day of the calendar, and nothing else, is a day', () => {
  const days = ['0001-01-01', '2024-02-29', '2000-02-29', '2023-02-28', '1900-02-28', '2026-12-31', '2026-04-30'];
  const others = [
    ...['', '0000-01-01', '2026-00-01', '2026-01-00', '2026-13-01', '2026-04-31', '2026-01-32', '1900-02-29'],
    ...['2023-02-29', '2026-1-01', '02026-01-01', '2026-01-011', ' 2026-01-01', '2026-01-01 ', '2026-01-01T00:00'],
  ];
  expect([...days, ...others].filter(isLocalDate)).toEqual(days);
});
