import type { Listing } from '../../src/db/listing';
import { paginate } from '../../src/lookups/paginate';
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
