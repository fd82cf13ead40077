import { type SelectQueryBuilder, sql } from 'kysely';

import { COUNT_LIMIT, PAGE_LIMIT, type PageRequest, type RowId } from '../../model/page';
import type { Listing } from '../listing';
import { onward, pageOf } from '../statements';

/** Rows that a page and the row behind it take, with a margin for what is read and not needed. */
export const PAGE_ROWS = 1.3 * (PAGE_LIMIT + 1);
/** Matches that are gathered at most, whatever was expected. */
export const MOST_GATHERED = 20_000;
/** Pairs of the caller's own that are looked at to count them. */
export const MOST_COUNTED = 13_000;

/** What a search finds: the paging ids of its matches, and how many there are. */
export type Search = Pick<Listing<never>, 'ids' | 'count'>;

/** All matches at once: for questions that few rows match. Read when first asked for, and once. */
export class Gathering {
  #ids: Promise<readonly RowId[] | null> | undefined;

  /** @param read gives at most `limit` ids, in any order, an id as often as it matches */
  constructor(
    private readonly limit: number,
    private readonly read: (limit: number) => Promise<readonly RowId[]>,
  ) {}

  /** Ascending, each once; null when there are more rows than the limit. */
  all(): Promise<readonly RowId[] | null> {
    this.#ids ??= this.#gather();
    return this.#ids;
  }

  async #gather(): Promise<readonly RowId[] | null> {
    const rows = await this.read(this.limit + 1);
    return rows.length > this.limit ? null : [...new Set(rows)].sort((a, b) => a - b);
  }
}

/** Of ascending ids, those of a page. */
export function within(ids: readonly RowId[], { direction, after, before, limit }: PageRequest): RowId[] {
  const inside = ids.filter((id) => (after === undefined || id > after) && (before === undefined || id < before));
  return direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
}

export const countOf = (ids: readonly RowId[]): number | null => (ids.length > COUNT_LIMIT ? null : ids.length);

/** The first ids of a query from a place on, within the bounds; `id` names their column. */
export function idsFrom<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, { id: RowId }>,
  id: string,
  from: RowId,
  bounds: PageRequest,
): Promise<RowId[]> {
  return idsOf(pageOf(query.where(onward(sql.ref(id), from, bounds.direction)), id, bounds).distinct());
}

export async function idsOf(query: { execute(): Promise<{ id: RowId }[]> }): Promise<RowId[]> {
  return (await query.execute()).map(({ id }) => id);
}
