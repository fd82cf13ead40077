import type { Listing } from '../db/listing';
import { COUNT_LIMIT, type Page, type PageRequest, type RowId } from '../model/page';

/**
 * The one paginator. Reads one row more than asked for, so that `hasMore` is exact (decision 3),
 * and answers what lies beyond the page only when it is asked.
 */
export async function paginate<Record extends { rowId: RowId }>(
  listing: Listing<Record>,
  request: PageRequest,
): Promise<Page<Record>> {
  const { limit, direction, after, before } = request;
  const rows = await listing.read({ direction, after, before, limit: limit + 1 });
  const hasMore = rows.length > limit;
  const taken = rows.slice(0, limit);
  const records = direction === 'forward' ? taken : taken.reverse();

  // Bounds are exclusive, so the row at a bound lies beyond the page as well: look from one id before it, or up to one after.
  const existsFrom = async (id: RowId | undefined) =>
    id !== undefined && (await listing.exists({ direction: 'forward', after: id - 1 }));
  const existsUpTo = async (id: RowId | undefined) =>
    id !== undefined && (await listing.exists({ direction: 'backward', before: id + 1 }));

  return {
    records,
    hasMore,
    hasNextPage: async () => (direction === 'forward' && hasMore) || existsFrom(before),
    hasPreviousPage: async () => (direction === 'backward' && hasMore) || existsUpTo(after),
    totalCount: async () => {
      const total = await listing.count();
      return total > COUNT_LIMIT ? null : total;
    },
  };
}
