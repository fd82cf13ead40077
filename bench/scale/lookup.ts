import type { Database } from '../../src/db/database';
import { pageOfLeases, pageOfTenants, Session } from '../../src/lookups/find-records';
import { type CountProblem, type Page, PAGE_LIMIT, type PageRequest, type RowId } from '../../src/model/page';
import { type CallerName, grantOf } from './callers';
import type { WorldSize } from './facts';
import type { Shape } from './shapes';

/** A request of the caller's, of which nothing is known yet. */
export const sessionOf = (database: Database, caller: CallerName, size: WorldSize): Session =>
  new Session(database, {
    subject: null,
    token: { kind: 'jwt', id: null },
    tokenExpiresAt: null,
    groups: grantOf(caller, size),
  });

/** A page of a shape, asked as the transports ask for it. */
export async function askShape(
  shape: Shape,
  session: Session,
  request: PageRequest,
): Promise<Page<{ readonly rowId: RowId }>> {
  return shape.find === 'tenants'
    ? pageOfTenants(session, shape.question, request)
    : pageOfLeases(session, shape.question, request);
}

/** The total count alone. */
export async function countShape(shape: Shape, session: Session): Promise<number | CountProblem> {
  return (await askShape(shape, session, { limit: 0, direction: 'forward' })).count();
}

export const FIRST_PAGE: PageRequest = { limit: PAGE_LIMIT, direction: 'forward' };
const LAST_PAGE: PageRequest = { limit: PAGE_LIMIT, direction: 'backward' };

/** Where the matches of a shape lie: the ids of the first and of the last page, both empty or neither, and an id between. */
export interface Extent {
  readonly first: readonly RowId[];
  readonly last: readonly RowId[];
  readonly middle: RowId;
}

/** The pages by which a shape is judged: first, middle, last and past the end, in both directions. */
export function pagesOf({ first, last, middle }: Extent): [name: string, request: PageRequest][] {
  const [begin = 1, end = middle] = [first[0], last.at(-1)];
  const pages: [string, PageRequest][] = [
    ['first', FIRST_PAGE],
    ['past the end', { ...FIRST_PAGE, after: end }],
    ['last, backward', LAST_PAGE],
  ];
  // One page holds all.
  if (first.length < PAGE_LIMIT) return pages;
  return [
    ...pages,
    ['middle', { ...FIRST_PAGE, after: middle }],
    ['last', { ...FIRST_PAGE, after: last.at(-40) ?? 0 }],
    ['middle, backward', { ...LAST_PAGE, before: middle }],
    ['first, backward', { ...LAST_PAGE, before: first[39] ?? middle }],
    ['before the first, backward', { ...LAST_PAGE, before: begin }],
  ];
}

/** What a page holds by the list of all ids, and whether more lies beyond it. */
export function expectedPage(ids: readonly RowId[], { limit, direction, after, before }: PageRequest) {
  const within = ids.filter((id) => id > (after ?? 0) && id < (before ?? Infinity));
  const taken = direction === 'forward' ? within.slice(0, limit) : within.slice(Math.max(0, within.length - limit));
  return { ids: taken, hasMore: within.length > taken.length };
}
