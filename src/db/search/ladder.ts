/**
 * How a page of matches is found (docs/develop/search.md). Each rung has a budget of rows. It first looks, in one bounded statement,
 * whether an index has few rows for a filter, and how far the budget reaches in the order of the page. Then the plain statement of
 * the search reads the page by that route. The last rung passes no rows in the order of the page: it starts at a filter, or the
 * server chooses the index.
 */

import type { PageRequest, RowId } from '../../model/page';

/** About as many rows are passed on each rung. On the last one, a filter may have as many rows. */
export const BUDGETS: readonly number[] = [1_000, 12_500, 50_000];

/**
 * Each row of a start leads to rows of other tables, so it counts as two. On the last rung it counts as one, as only the server’s
 * own plan is left.
 */
const ROWS_OF_START = 2;

/** By which table and index a page is read: in the order of the page, or from a start, the rows that the index has for a filter. */
export interface Route {
  readonly table: 'leases' | 'tenants' | 'pairs' | 'units';
  readonly index: string;
}

/** To the rows of the scope in the order of the page. */
export interface RouteInOrder extends Route {
  /** Whether the rows of other groups are passed, too. Then a range of ids has about as many rows as ids. */
  readonly passesAllGroups: boolean;
}

export interface Look {
  /** No match within the bounds comes before this id. Null if there is no match. */
  readonly next: RowId | null;
  /** The id before which the budget is used up. Null if it suffices for all ids within the bounds, or was not asked for. */
  readonly end: RowId | null;
  /** A start with few rows. Null if there is none. */
  readonly start: Route | null;
}

/** A rung that was taken. */
export interface Rung {
  readonly budget: number;
  /** Null if the rung passed the next ids without a look. */
  readonly look: Look | null;
  readonly isLast: boolean;
}

export interface Search {
  readonly inOrder: RouteInOrder;
  /** @param started the most rows that a start may have @param passed rows up to the end, if it is asked for */
  look(bounds: PageRequest, started: number, passed?: number): Promise<Look>;
  /** The first matches within the bounds, each once, in the order of the direction. Without a route, the server chooses. */
  read(bounds: PageRequest, route?: Route): Promise<RowId[]>;
}

export interface Climb {
  readonly budgets: readonly number[];
  readonly onRung?: ((rung: Rung) => void) | undefined;
}

/**
 * The first matches within the bounds. Each rung continues where the last one has found everything, so exactly one statement
 * looks for an id. No snapshot is needed, whatever is written meanwhile.
 */
export async function climb(search: Search, bounds: PageRequest, { budgets, onRung }: Climb): Promise<RowId[]> {
  const ids: RowId[] = [];
  let rest = bounds;
  for (const [nth, budget] of budgets.slice(0, -1).entries()) {
    const counted = nth === 0 && search.inOrder.passesAllGroups ? nextIds(rest, budget) : null;
    const look = counted ?? (await search.look(rest, Math.ceil(budget / ROWS_OF_START), budget));
    onRung?.({ budget, look: counted === null ? look : null, isLast: false });
    if (look.next === null) return ids;
    if (look.start !== null) return [...ids, ...(await search.read(rest, look.start))];
    const [window, beyond] = split(rest, look.next, look.end);
    ids.push(...(await search.read(window, search.inOrder)));
    if (ids.length === bounds.limit || beyond === null) return ids;
    rest = { ...beyond, limit: bounds.limit - ids.length };
  }
  const budget = budgets.at(-1)!;
  const look = await search.look(rest, budget);
  onRung?.({ budget, look, isLast: true });
  return look.next === null ? ids : [...ids, ...(await search.read(rest, look.start ?? undefined))];
}

/** The next ids, as many as the budget has rows. Null where the first id is not known. */
function nextIds({ direction, after = 0, before }: PageRequest, budget: number): Look | null {
  if (direction === 'forward') return { next: after + 1, end: after + 1 + budget, start: null };
  return before === undefined ? null : { next: before - 1, end: before - 1 - budget, start: null };
}

/** The part of the bounds from `next` up to, but not including, `end`, with one id at least; and the rest, if there is one. */
function split(bounds: PageRequest, next: RowId, end: RowId | null): [window: PageRequest, beyond: PageRequest | null] {
  const { direction, after = 0, before = Infinity } = bounds;
  if (end === null) return [bounds, null];
  if (direction === 'forward') {
    const last = Math.max(end - 1, next);
    const window = { ...bounds, after: next - 1, before: last + 1 };
    return last + 1 < before ? [window, { ...bounds, after: last }] : [bounds, null];
  }
  const last = Math.min(end + 1, next);
  const window = { ...bounds, before: next + 1, after: last - 1 };
  return last - 1 > after ? [window, { ...bounds, before: last }] : [bounds, null];
}
