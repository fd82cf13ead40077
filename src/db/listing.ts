import { type SelectQueryBuilder, sql } from 'kysely';

import { COUNT_LIMIT, type PageRequest, type RowId } from '../model/page';

/** A set of records in the order of their paging ids, of which any run can be read. */
export interface Listing<Record> {
  /** In the order of the direction: descending when backward. */
  read(bounds: PageRequest): Promise<Record[]>;
  /** Whether a record lies within the bounds; their limit does not count. */
  exists(bounds: Omit<PageRequest, 'limit'>): Promise<boolean>;
  /** All records of the listing, counted up to {@link COUNT_LIMIT} + 1. */
  count(): Promise<number>;
}

/** The listing of nothing. */
export const EMPTY_LISTING: Listing<never> = {
  read: async () => [],
  exists: async () => false,
  count: async () => 0,
};

/** `query` cut to the bounds and ordered; `id` names the column of its paging id. */
export function within<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  id: string,
  bounds: PageRequest,
): SelectQueryBuilder<DB, TB, O> {
  const column = sql.ref<RowId>(id);
  const { after, before, direction, limit } = bounds;
  return query
    .$if(after !== undefined, (q) => q.where(column, '>', after!))
    .$if(before !== undefined, (q) => q.where(column, '<', before!))
    .orderBy(column, direction === 'forward' ? 'asc' : 'desc')
    .limit(limit);
}

/** `query` cut to what a count reads. */
export function countable<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return query.limit(COUNT_LIMIT + 1);
}

/** How the records of a query of paging ids are read and counted. */
interface Reading<DB, TB extends keyof DB, O, Record> {
  /** The records of a run of the query, in the order of the direction. */
  hydrate(page: SelectQueryBuilder<DB, TB, O>, direction: PageRequest['direction']): Promise<Record[]>;
  /** The number of rows of a query. */
  total(query: SelectQueryBuilder<DB, TB, O>): Promise<number>;
}

/** @param id the column of the paging id, under its own name: SQL knows no alias in WHERE */
export function listingOf<DB, TB extends keyof DB, O, Record>(
  query: SelectQueryBuilder<DB, TB, O>,
  id: string,
  { hydrate, total }: Reading<DB, TB, O, Record>,
): Listing<Record> {
  return {
    read: (bounds) => hydrate(within(query, id, bounds), bounds.direction),
    exists: async (bounds) => (await within(query, id, { ...bounds, limit: 1 }).execute()).length > 0,
    count: () => total(countable(query)),
  };
}
