/** What both searches share: their limits, the full fetch, and pages of ids. */

import { type SelectQueryBuilder, sql } from 'kysely';

import { COUNT_LIMIT, PAGE_LIMIT, type PageRequest, type RowId } from '../../model/page';
import type { Listing } from '../listing';
import { startingAt, pageOf } from '../statements';

/** Rows that are read for a page and the row after it, with a margin. */
export const PAGE_ROWS = 1.3 * (PAGE_LIMIT + 1);
/** Rows that a full fetch reads at most. */
export const MAX_FETCHED = 20_000;
/** Pairs that a total count reads at most. */
export const MAX_COUNTED = 13_000;

/** What a search finds: the paging ids of its matches, and how many there are. */
export type Search = Pick<Listing<never>, 'ids' | 'count'>;

/** Reads all matches, once, at the first call. For searches that match few rows. */
export class FullFetch {
  #ids: Promise<readonly RowId[] | null> | undefined;

  /** @param read returns at most `limit` ids, in any order; an id may be there several times */
  constructor(
    private readonly limit: number,
    private readonly read: (limit: number) => Promise<readonly RowId[]>,
  ) {}

  /** Ascending, each once. Null if there are more rows than the limit. */
  all(): Promise<readonly RowId[] | null> {
    this.#ids ??= this.#fetch();
    return this.#ids;
  }

  async #fetch(): Promise<readonly RowId[] | null> {
    const rows = await this.read(this.limit + 1);
    return rows.length > this.limit ? null : [...new Set(rows)].sort((a, b) => a - b);
  }
}

/** The ids of a page, from ascending ids. */
export function within(ids: readonly RowId[], { direction, after, before, limit }: PageRequest): RowId[] {
  const inside = ids.filter((id) => (after === undefined || id > after) && (before === undefined || id < before));
  return direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
}

export const countOf = (ids: readonly RowId[]): number | null => (ids.length > COUNT_LIMIT ? null : ids.length);

/** The first ids of a query from `from` on, within the bounds. `id` is their column. */
export function idsFrom<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, { id: RowId }>,
  id: string,
  from: RowId,
  bounds: PageRequest,
): Promise<RowId[]> {
  return idsOf(pageOf(query.where(startingAt(sql.ref(id), from, bounds.direction)), id, bounds).distinct());
}

export async function idsOf(query: { execute(): Promise<{ id: RowId }[]> }): Promise<RowId[]> {
  return (await query.execute()).map(({ id }) => id);
}
