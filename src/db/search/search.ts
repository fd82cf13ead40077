/** What both searches share: their limits, the full fetch, and pages of ids. */

import { type SelectQueryBuilder, sql } from 'kysely';

import { COUNT_LIMIT, PAGE_LIMIT, type PageRequest, type RowId } from '../../model/page';
import type { Listing } from '../listing';
import { type Bounds, pageOf } from '../statements';
import type { VisibleRecords } from '../visible-records';

/** Rows that are read for a page and the row after it, with a margin. */
export const PAGE_ROWS = 1.3 * (PAGE_LIMIT + 1);
/** Rows that a full fetch reads at most. */
export const MAX_FETCHED = 20_000;
/** Pairs that a total count reads at most. */
export const MAX_COUNTED = 13_000;

/** A server takes a tenth of a millisecond to plan each stream. For more groups, it is better to read rows of others as well. */
const FEW_GROUPS = 10;

export const hasFewGroups = ({ scope }: VisibleRecords): boolean => !scope.isAll && scope.listed.length <= FEW_GROUPS;

export const hasOneGroup = ({ scope }: VisibleRecords): boolean => scope.listed.length === 1;

/** What a search finds: the paging ids of its matches, and how many there are. */
export type Search = Pick<Listing<never>, 'ids' | 'count'>;

/**
 * The ids of a query, ascending, each once. Null if it has more than `most` rows.
 * @param query for the first `limit` rows, in any order; an id may be there several times
 */
export async function fullFetch(query: (limit: number) => IdQuery, most: number): Promise<readonly RowId[] | null> {
  const ids = await idsOf(query(most + 1));
  return ids.length > most ? null : inIdOrder(ids);
}

/** The ids of a page, from ascending ids. */
export function within(ids: readonly RowId[], { direction, after, before, limit }: PageRequest): RowId[] {
  const inside = ids.filter((id) => (after === undefined || id > after) && (before === undefined || id < before));
  return direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
}

export const countOf = (ids: readonly RowId[]): number | null => (ids.length > COUNT_LIMIT ? null : ids.length);

/** A query for ids. */
export interface IdQuery {
  execute(): Promise<{ id: RowId }[]>;
}

/** Ids that a walk passes at most where no other plan is considered. */
const WALKED_IDS = 4_000;

/** Whether so few ids are left within the bounds that reading them all in their order is best, however few of them match. */
export async function isNearEnd(
  records: VisibleRecords,
  table: 'tenants' | 'leases',
  { after = 0, before }: PageRequest,
): Promise<boolean> {
  if (before === undefined && after === 0) return false;
  return (before ?? (await records.lastId(table))) - after <= Math.min(WALKED_IDS, records.longestWalk);
}

/** The first ids of a query within the bounds, each once. `id` is their column. For a DISTINCT over two tables, MariaDB would read every row first. */
export const firstIds = <DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, { id: RowId }>,
  id: string,
  bounds: Bounds,
) => pageOf(query, id, bounds).groupBy(sql.ref(id));

/** Ascending, each once. */
export const inIdOrder = (ids: Iterable<RowId>): RowId[] => [...new Set(ids)].sort((a, b) => a - b);

export async function idsOf(query: IdQuery): Promise<RowId[]> {
  return (await query.execute()).map(({ id }) => id);
}
