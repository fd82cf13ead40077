/** What a rung asks before it reads (`ladder.ts`): bounded queries for one number each, in one statement. */

import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import { inBounds, pageOf } from '../statements';
import { by, type VisibleRecords } from '../visible-records';
import type { Look } from './ladder';

/** Up to this many groups or months are looked up one by one, which takes a row each. For a few, MariaDB may read all their rows. */
const ONE_BY_ONE = 50;

/** A query for one number. */
type Value = Expression<unknown>;

/** The table in whose order a search finds its matches. */
export interface OrderedTable<DB, TB extends keyof DB> {
  readonly rows: (records: VisibleRecords, hint: string) => SelectQueryBuilder<DB, TB, object>;
  readonly id: string;
  readonly group: string;
  /** The index that has the rows of each group in the order of their ids. */
  readonly groupIndex: string;
}

/** Where a search can start: at the rows that an index has for a filter. */
export interface Start {
  readonly index: string;
  /** Null if there are at most so many rows. */
  readonly beyond: (rows: number) => Value;
}

export const startAt = <DB, TB extends keyof DB, Row>(index: string, rows: SelectQueryBuilder<DB, TB, Row>): Start => ({
  index,
  beyond: (most) => rows.select(sql.lit(1).as('value')).limit(1).offset(most),
});

/**
 * The place of the first start that has at most so many rows, as -1, -2 and so on. The rows of those after it are not read, as a CASE
 * ends at the first condition that holds.
 */
export const firstFitting = (starts: readonly Start[], most: number, otherwise: Value = sql.lit(null)): Value => {
  const fits = starts.map(({ beyond }, nth) => sql`when (${beyond(most)}) is null then ${sql.lit(-1 - nth)}`);
  return fits.length === 0 ? otherwise : sql`case ${sql.join(fits, sql` `)} else (${otherwise}) end`;
};

export const startAtPlace = (starts: readonly Start[], place: number | null): Start | undefined =>
  starts[-1 - (place ?? 0)];

/** Whether a search reads the rows of its groups alone. Beyond that, the rows of all groups are passed in the order of their ids. */
export const hasFewGroups = ({ scope }: VisibleRecords): boolean =>
  scope.listed.length > 0 && scope.listed.length <= ONE_BY_ONE;

export const indexInOrder = <DB, TB extends keyof DB>(records: VisibleRecords, table: OrderedTable<DB, TB>): string =>
  hasFewGroups(records) ? table.groupIndex : 'primary';

export interface Question {
  readonly bounds: PageRequest;
  readonly started: number;
  readonly passed: number | undefined;
  readonly starts: readonly Start[];
  /** The months of a range of move-ins, as 202401. */
  readonly months?: readonly [first: number, last: number] | undefined;
}

/** One statement. Each query in it reads few rows: at most `started` or `passed`, or one for each group or month. */
export async function lookAt<DB, TB extends keyof DB>(
  records: VisibleRecords,
  table: OrderedTable<DB, TB>,
  { bounds, started, passed, starts, months }: Question,
): Promise<Look> {
  const countsRows = passed !== undefined && hasFewGroups(records);
  const endOfRows = countsRows ? endOf(records, table, bounds, passed) : sql.lit(null);
  const [[place = null] = [], ...lists] = await records.values([
    [firstFitting(starts, started, endOfRows)],
    firstOfGroups(records, table, bounds),
    ...(months === undefined ? [] : [firstOfMonths(records, months, bounds)]),
  ]);
  const [nearest, farthest, sign] = bounds.direction === 'forward' ? [Math.min, Math.max, 1] : [Math.max, Math.min, -1];
  const firsts = lists.map((ids) => ids.filter((id) => id !== null));
  if (firsts.some((ids) => ids.length === 0)) return { next: null, end: null, index: null };
  const next = farthest(...firsts.map((ids) => nearest(...ids)));
  const start = startAtPlace(starts, place);
  if (start !== undefined) return { next, end: null, index: start.index };
  const ids = next + sign * (passed ?? 0);
  if (!countsRows) return { next, end: ids, index: null };
  // So many ids have about as many rows. Without them, a group that has most of the rows would end the rung after its own part.
  return { next, end: place === null ? null : farthest(place, ids), index: null };
}

/** The first ids of the scope within the bounds. */
function firstOfGroups<DB, TB extends keyof DB>(
  records: VisibleRecords,
  { rows, id, group, groupIndex }: OrderedTable<DB, TB>,
  bounds: PageRequest,
): Value[] {
  const { isAll, listed } = records.scope;
  if (isAll) return [firstOf(rows(records, by('primary')), id, bounds)];
  if (listed.length > ONE_BY_ONE) return [firstOfEach(rows(records, by(groupIndex)), group, id, bounds)];
  return records.ofEachGroup.map((ofGroup) => firstOf(rows(ofGroup, by(groupIndex)), id, bounds));
}

/** The first ids of tenants who moved in from one month to another. */
function firstOfMonths(
  records: VisibleRecords,
  [first, last]: readonly [number, number],
  bounds: PageRequest,
): Value[] {
  const rows = records.pairsByMonth();
  const months = monthsBetween(first, last);
  if (months.length <= ONE_BY_ONE)
    return months.map((month) => firstOf(rows.where('p.move_in_month', '=', month), 'p.tenant_id', bounds));
  const inRange = rows.where('p.move_in_month', '>=', first).where('p.move_in_month', '<=', last);
  return [firstOfEach(inRange, 'p.move_in_month', 'p.tenant_id', bounds)];
}

/** Stops when they are too many to be looked up one by one. */
function monthsBetween(first: number, last: number): number[] {
  const months: number[] = [];
  for (let month = first; month <= last && months.length <= ONE_BY_ONE; month += month % 100 === 12 ? 89 : 1)
    months.push(month);
  return months;
}

/** The function for the first id in the order of the page. */
const firstIn = ({ direction }: PageRequest) => sql.raw(direction === 'forward' ? 'min' : 'max');

const firstOf = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  bounds: PageRequest,
) => inBounds(rows, id, bounds).select(sql<RowId | null>`${firstIn(bounds)}(${sql.ref(id)})`.as('value'));

/** The first of the first ids for each value of a column. */
const firstOfEach = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  id: string,
  bounds: PageRequest,
) =>
  firstOf(rows, id, bounds)
    .groupBy(sql.ref(column))
    .orderBy(sql.ref('value'), bounds.direction === 'forward' ? 'asc' : 'desc')
    .limit(1);

/** The first id at which a group has used up its part of the rows. Null if no group has so many. */
function endOf<DB, TB extends keyof DB>(
  records: VisibleRecords,
  { rows, id, groupIndex }: OrderedTable<DB, TB>,
  bounds: PageRequest,
  passed: number,
): Value {
  const groups = records.ofEachGroup;
  const part = Math.ceil(passed / groups.length);
  const [end, ...ends] = groups.map((ofGroup) =>
    pageOf(rows(ofGroup, by(groupIndex)).select(sql.ref<RowId>(id).as('value')), id, { ...bounds, limit: 1 }).offset(
      part,
    ),
  );
  if (ends.length === 0) return end!;
  const all = sql.join(
    [end, ...ends].map((query) => sql`(${query})`),
    sql` union all `,
  );
  return sql`select ${firstIn(bounds)}(value) from (${all}) as ends`;
}
