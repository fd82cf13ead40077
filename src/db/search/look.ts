/** What a rung asks before it reads (`ladder.ts`): bounded queries for one number each, in one statement. */

import { type SelectQueryBuilder, sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import { inBounds, kindOfPage, pageOf, slot, slotsOfBounds, type SqlText, sqlText, unionOf } from '../statements';
import { by, type Prepared, type VisibleRecords } from '../visible-records';
import type { Look } from './ladder';

/** Up to this many groups or months are looked up one by one, which takes a row each. For a few, MariaDB may read all their rows. */
const ONE_BY_ONE = 50;

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
  readonly beyond: (rows: number) => SqlText;
}

/** @param rows the index determines the text of the query */
export const startAt = <DB, TB extends keyof DB, Row>(
  records: VisibleRecords,
  index: string,
  rows: (records: VisibleRecords) => SelectQueryBuilder<DB, TB, Row>,
  values: Prepared<Row>['values'],
): Start => ({
  index,
  beyond: (most) =>
    records.text({
      name: `beyond rows of ${index}`,
      build: (visible) => rows(visible).select(sql.lit(1).as('value')).limit(1).offset(slot<number>('most')),
      values: { ...values, most },
    }),
});

const NULL: SqlText = { sql: 'null', parameters: [] };

/**
 * The place of the first start that has at most so many rows, as -1, -2 and so on. The rows of those after it are not read, as a CASE
 * ends at the first condition that holds.
 */
export const firstFitting = (starts: readonly Start[], most: number, otherwise = NULL): SqlText =>
  starts.reduceRight<SqlText>((rest, { beyond }, nth) => {
    const place = { sql: String(-1 - nth), parameters: [] };
    return sqlText`case when (${beyond(most)}) is null then ${place} else (${rest}) end`;
  }, otherwise);

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
  const endOfRows = countsRows ? endOf(records, table, bounds, passed) : NULL;
  const firsts = [
    // An end of the rows keeps the window within the groups, so the first id of the months suffices.
    ...(countsRows && months !== undefined ? [] : [firstOfGroups(records, table, bounds)]),
    ...(months === undefined ? [] : [firstOfMonths(records, months, bounds)]),
  ];
  const [place = null, ...ids] = await records.values([firstFitting(starts, started, endOfRows), ...firsts]);
  const rowIds = ids.filter((id) => id !== null);
  if (rowIds.length < ids.length) return { next: null, end: null, index: null };
  const [farthest, sign] = bounds.direction === 'forward' ? [Math.max, 1] : [Math.min, -1];
  const next = farthest(...rowIds);
  const start = startAtPlace(starts, place);
  if (start !== undefined) return { next, end: null, index: start.index };
  const passedIds = next + sign * (passed ?? 0);
  if (!countsRows) return { next, end: passedIds, index: null };
  // So many ids have about as many rows. Without them, a group that has most of the rows would end the rung after its own part.
  return { next, end: place === null ? null : farthest(place, passedIds), index: null };
}

/** The first id of the scope within the bounds. */
function firstOfGroups<DB, TB extends keyof DB>(
  records: VisibleRecords,
  { rows, id, group, groupIndex }: OrderedTable<DB, TB>,
  bounds: PageRequest,
): SqlText {
  const { isAll, listed } = records.scope;
  const name = `first ${id}, ${kindOfPage(bounds)}`;
  const values = { ...bounds };
  if (!isAll && listed.length > ONE_BY_ONE) {
    const build = (visible: VisibleRecords) => firstOfEach(rows(visible, by(groupIndex)), group, id, bounds);
    return records.text({ name: `${name}, each group`, build, values });
  }
  const build = (visible: VisibleRecords) => firstOf(rows(visible, by(isAll ? 'primary' : groupIndex)), id, bounds);
  if (isAll) return records.text({ name, build, values });
  return firstAmong(records.textsOfGroups({ name, build, values }), bounds);
}

/** The first id of tenants who moved in from one month to another. */
function firstOfMonths(
  records: VisibleRecords,
  [first, last]: readonly [number, number],
  bounds: PageRequest,
): SqlText {
  const name = `first tenant by month, ${kindOfPage(bounds)}`;
  const months = monthsBetween(first, last);
  if (months.length <= ONE_BY_ONE) {
    const build = (visible: VisibleRecords) =>
      firstOf(visible.pairsByMonth().where('p.move_in_month', '=', slot<number>('month')), 'p.tenant_id', bounds);
    return firstAmong(
      months.map((month) => records.textOfMonths({ name, build, values: { ...bounds, month } })),
      bounds,
    );
  }
  const build = (visible: VisibleRecords) =>
    firstOfEach(
      visible
        .pairsByMonth()
        .where('p.move_in_month', '>=', slot<number>('first'))
        .where('p.move_in_month', '<=', slot<number>('last')),
      'p.move_in_month',
      'p.tenant_id',
      bounds,
    );
  return records.textOfMonths({ name: `${name}, each`, build, values: { ...bounds, first, last } });
}

/** Stops when they are too many to be looked up one by one. */
function monthsBetween(first: number, last: number): number[] {
  const months: number[] = [];
  for (let month = first; month <= last && months.length <= ONE_BY_ONE; month += month % 100 === 12 ? 89 : 1)
    months.push(month);
  return months;
}

/** The function for the first id in the order of the page. */
const firstIn = ({ direction }: PageRequest): string => (direction === 'forward' ? 'min' : 'max');

/** The first id in the rows of several queries. A range that ends before it begins has no months. */
const firstAmong = (ids: readonly SqlText[], bounds: PageRequest): SqlText => {
  const first = { sql: `select ${firstIn(bounds)}(value)`, parameters: [] };
  return ids.length > 1 ? sqlText`${first} from (${unionOf(ids)}) as ids` : (ids[0] ?? NULL);
};

const firstOf = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  bounds: PageRequest,
) =>
  inBounds(rows, id, slotsOfBounds(bounds)).select(
    sql<RowId | null>`${sql.raw(firstIn(bounds))}(${sql.ref(id)})`.as('value'),
  );

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
): SqlText {
  const build = (visible: VisibleRecords) => {
    const ids = rows(visible, by(groupIndex)).select(sql.ref<RowId>(id).as('value'));
    return pageOf(ids, id, { ...slotsOfBounds(bounds), limit: 1 }).offset(slot<number>('part'));
  };
  const values = { ...bounds, part: Math.ceil(passed / records.scope.listed.length) };
  return firstAmong(records.textsOfGroups({ name: `end of ${id}, ${kindOfPage(bounds)}`, build, values }), bounds);
}
