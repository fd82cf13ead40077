import { TooMany } from '../db/records-by-id';
import type { CountProblem, Page, PageRequest, RowId } from '../model/page';

/** A set of records in the order of their paging ids, of which any page can be read. */
export interface Listing<Record> {
  /** The first paging ids within the bounds, each once, in the order of the direction: backward is descending. */
  ids(bounds: PageRequest): Promise<RowId[]>;
  /** The records with these ids that still exist and are visible, in the order of the ids. */
  records(ids: readonly RowId[]): Promise<Record[] | TooMany>;
  /** The number of all records, or why they are not counted. */
  count(): Promise<number | CountProblem>;
}

/** A page without records, which nothing follows: the page after the last one, or of a caller who sees no group. */
export const NOTHING_MORE: Page<never> = {
  records: [],
  hasMore: false,
  hasNextPage: async () => false,
  hasPreviousPage: async () => false,
  count: async () => 0,
};

/**
 * The only paginator. It reads one row more than requested, so that `hasMore` is exact (decision 3). The methods of the page
 * run their queries only when they are called.
 */
export async function paginate<Record extends { rowId: RowId }>(
  listing: Listing<Record>,
  request: PageRequest,
): Promise<Page<Record>> {
  const { direction, after, before } = request;
  const { records, hasMore } = await readPage(listing, request);

  // A bound is exclusive: its row lies beyond the page, so the searches for what lies beyond include that row.
  const exists = async (bounds: Omit<PageRequest, 'limit'>) => (await listing.ids({ ...bounds, limit: 1 })).length > 0;
  const existsFrom = async (id: RowId | undefined) =>
    id !== undefined && exists({ direction: 'forward', after: id - 1 });
  const existsUpTo = async (id: RowId | undefined) =>
    id !== undefined && exists({ direction: 'backward', before: id + 1 });

  let counting: ReturnType<typeof listing.count> | undefined;

  return {
    records: direction === 'forward' ? records : records.reverse(),
    hasMore,
    hasNextPage: async () => (direction === 'forward' && hasMore) || existsFrom(before),
    hasPreviousPage: async () => (direction === 'backward' && hasMore) || existsUpTo(after),
    count: () => (counting ??= listing.count()),
  };
}

/**
 * A record that is deleted after its id was read is left out. If that empties a page, the next records fill it.
 * A page ends early when its records would contain too many other records (decision 34).
 */
async function readPage<Record>(listing: Listing<Record>, request: PageRequest) {
  for (let bounds = request; ;) {
    const ids = await listing.ids({ ...bounds, limit: bounds.limit + 1 });
    let taken = ids.slice(0, bounds.limit);
    let records = await listing.records(taken);
    while (records instanceof TooMany) {
      taken = taken.slice(0, records.fits);
      records = await listing.records(taken);
    }
    const hasMore = ids.length > taken.length;
    const last = taken.at(-1);
    if (records.length > 0 || !hasMore || last === undefined) return { records, hasMore };
    bounds = bounds.direction === 'forward' ? { ...bounds, after: last } : { ...bounds, before: last };
  }
}
