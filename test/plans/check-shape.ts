import type { WorldSize } from '../../bench/scale/facts';
import { askShape, countShape, expectedPage, type Extent, pagesOf, sessionOf } from '../../bench/scale/lookup';
import type { Meter } from '../../bench/scale/measure';
import type { Shape } from '../../bench/scale/shapes';
import { COUNT_LIMIT, PAGE_LIMIT, type PageRequest, type RowId } from '../../src/model/page';
import { MAX_COUNTED } from '../../src/db/visible-records';
import { unrouted } from '../sql/routing';
import type { Obvious } from './obvious';

/** Rows that a page, and a total count, of any shape make a server read at most, among 100,000 leases. */
const MOST_ROWS_OF_PAGE = 100_000;
const MOST_ROWS_OF_COUNT = 100_000;

/** What is wrong with the rows that were read. */
export function excess(name: string, page: number, count: number): string[] {
  return [
    ...(page > MOST_ROWS_OF_PAGE ? [`${name}: a page reads ${page} rows`] : []),
    ...(count > MOST_ROWS_OF_COUNT ? [`${name}: a count reads ${count} rows`] : []),
  ];
}

export interface Guarded {
  readonly size: WorldSize;
  readonly meter: Meter;
  readonly obvious: Obvious;
}

/**
 * What is wrong with the pages of a shape, what lies beyond them and their total count: answers, rows read, and statements that
 * do not say which groups they are about.
 */
export async function checkShape(shape: Shape, { size, meter, obvious }: Guarded): Promise<string[]> {
  const ids = obvious.ids(shape);
  const problems: string[] = [];
  const compare = (what: string, answer: unknown, expected: unknown) => {
    const [is, shouldBe] = [answer, expected].map((value) => JSON.stringify(value));
    if (is !== shouldBe) problems.push(`${shape.name}: ${what}: ${is} should be ${shouldBe}`);
  };

  const record = (statements: readonly string[]) => {
    // Who sees all groups asks about all groups.
    if (shape.caller !== 'all')
      problems.push(...unrouted(statements).map((sql) => `${shape.name}: names no group: ${sql}`));
  };

  let worst = 0;
  for (const [name, request] of pagesOf(extentOf(ids, size))) {
    const session = sessionOf(meter.database, shape.caller, size);
    const { answer: page, rows, statements } = await meter.measure(() => askShape(shape, session, request));
    record(statements);
    const expected = expectedPage(ids, request);
    compare(name, { ids: page.records.map(({ rowId }) => rowId), hasMore: page.hasMore }, expected);
    worst = Math.max(worst, rows);
    if (!name.startsWith('middle')) continue;
    const around = await meter.measure(async () => [await page.hasPreviousPage(), await page.hasNextPage()]);
    compare(`around ${name}`, around.answer, beyond(ids, expected.hasMore, request));
    record(around.statements);
    worst = Math.max(worst, around.rows);
  }

  const session = sessionOf(meter.database, shape.caller, size);
  const count = await meter.measure(() => countShape(shape, session));
  record(count.statements);
  // Without an address, only the number of pairs decides whether there is a count.
  const hasAddress = shape.find === 'tenants' && shape.question.address !== undefined;
  const mayLackCount = hasAddress || obvious.countedPairs(shape) > MAX_COUNTED;
  if (typeof count.answer === 'number' || !mayLackCount)
    compare('total count', count.answer, ids.length > COUNT_LIMIT ? 'TOO_MANY_RECORDS' : ids.length);
  return [...problems, ...excess(shape.name, worst, count.rows)];
}

function extentOf(ids: readonly RowId[], { leases }: WorldSize): Extent {
  const middle = ids[Math.floor(ids.length / 2)] ?? leases / 2;
  return { first: ids.slice(0, PAGE_LIMIT), last: ids.slice(-PAGE_LIMIT), middle };
}

/** Whether something lies before the page, and after it. What stands at a cursor lies beyond it. */
function beyond(ids: readonly RowId[], hasMore: boolean, { after, before }: PageRequest): [boolean, boolean] {
  return after === undefined
    ? [hasMore, ids.some((id) => id >= (before ?? Infinity))]
    : [ids.some((id) => id <= after), hasMore];
}
