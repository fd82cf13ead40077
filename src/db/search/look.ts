/** What a rung asks before it reads (`ladder.ts`): bounded queries for one number each, in one statement. */

import { type SelectQueryBuilder, sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import {
  inBounds,
  kindOfPage,
  listOf,
  pageOf,
  slot,
  slotsOfBounds,
  type SqlText,
  sqlText,
  type Statement,
  unionOf,
} from '../statements';
import { by, type Prepared, type VisibleRecords } from '../visible-records';
import type { Look, Route, RouteInOrder } from './ladder';

/** Up to this many groups or months are looked up one by one, which takes a row each. For a few, MariaDB may read all their rows. */
const ONE_BY_ONE = 50;

/** The tables in whose order matches are found. `groupIndex` has the rows of each group in the order of their ids. */
const ORDERED = {
  leases: { id: 'l.id', group: 'l.group_id', groupIndex: 'leases_of_group' },
  pairs: { id: 'p.tenant_id', group: 'p.group_id', groupIndex: 'lease_tenants_of_group' },
} as const;
type Ordered = keyof typeof ORDERED;

/** The types of both tables have no name in common, and what is asked of their rows needs none. */
type Rows = ReturnType<VisibleRecords['leases']>;
const rowsOf = (records: VisibleRecords, table: Ordered, index: string): Rows =>
  table === 'leases' ? records.leases(by(index)) : (records.leaseTenants(by(index)) as unknown as Rows);

/** A start whose rows a look counts. */
export interface CountedStart extends Route {
  readonly beyond: (records: VisibleRecords) => Statement<unknown>;
}

/** A query with one row if there are more than `most` rows, else with none. Its text depends on the index of the start alone. */
export const beyond = <DB, TB extends keyof DB, Row>(rows: SelectQueryBuilder<DB, TB, Row>) =>
  rows.select(sql.lit(1).as('value')).limit(1).offset(slot<number>('most'));

const NULL: SqlText = { sql: 'null', parameters: [] };
const START: SqlText = { sql: 'start', parameters: [] };

/**
 * The index in `starts` of the first that has at most `most` rows, or null. The rows of those after it are not read, as a CASE ends
 * at the first condition that holds.
 */
export function firstFitting(
  records: VisibleRecords,
  starts: readonly CountedStart[],
  values: Prepared<unknown>['values'],
  most: number,
): SqlText {
  const cases = starts.map(({ index, beyond: build }, nth) => {
    const text = records.text({ name: `beyond rows of ${index}`, build, values: { ...values, most } });
    return { ...text, sql: `when (${text.sql}) is null then ${nth}` };
  });
  return cases.length === 0 ? NULL : sqlText`case ${listOf(cases, ' ')} end`;
}

/** Whether a search reads the rows of its groups alone. Beyond that, the rows of all groups are passed in the order of their ids. */
const hasFewGroups = ({ scope }: VisibleRecords): boolean =>
  scope.listed.length > 0 && scope.listed.length <= ONE_BY_ONE;

export function routeInOrder(records: VisibleRecords, table: Ordered): RouteInOrder {
  const ofGroups = hasFewGroups(records);
  return { table, index: ofGroups ? ORDERED[table].groupIndex : 'primary', passesAllGroups: !ofGroups };
}

export interface Question {
  readonly bounds: PageRequest;
  readonly started: number;
  readonly passed: number | undefined;
  readonly starts: readonly CountedStart[];
  /** For the slots of the starts. */
  readonly values: Prepared<unknown>['values'];
  /** The months of a range of move-ins, as 202401. */
  readonly months?: readonly [first: number, last: number] | undefined;
}

/** One statement. Each query in it reads few rows: at most `started` or `passed`, or one for each group or month. */
export async function lookAt(
  records: VisibleRecords,
  table: Ordered,
  { bounds, started, passed, starts, values, months }: Question,
): Promise<Look> {
  const endOfRows = passed !== undefined && hasFewGroups(records) ? endOf(records, table, bounds, passed) : undefined;
  const firsts = {
    // An end of the rows keeps the window within the groups, so the first id of the months suffices.
    ...(!(endOfRows && months) && { first_of_groups: firstOfGroups(records, table, bounds) }),
    ...(months && { first_of_months: firstOfMonths(records, months, bounds) }),
  };
  const fitting = firstFitting(records, starts, values, started);
  const columns = endOfRows && { start: START, end_id: sqlText`case when start is null then (${endOfRows}) end` };
  const numbers = columns
    ? await records.numbers({ ...columns, ...firsts }, sqlText`select ${fitting} as start`)
    : await records.numbers({ start: fitting, ...firsts });
  const { start = null, end_id: end = null, ...ids } = numbers;
  const rowIds = Object.values(ids).filter((id) => id !== null);
  if (rowIds.length < Object.keys(firsts).length) return { next: null, end: null, start: null };
  const [farthest, sign] = bounds.direction === 'forward' ? [Math.max, 1] : [Math.min, -1];
  const next = farthest(...rowIds);
  if (start !== null) return { next, end: null, start: starts[start]! };
  const passedIds = next + sign * (passed ?? 0);
  if (!endOfRows) return { next, end: passedIds, start: null };
  // At least as many ids as the rung has rows: otherwise a group that has most of the rows would end the rung after its own part.
  return { next, end: end === null ? null : farthest(end, passedIds), start: null };
}

/** The first id of the scope within the bounds. */
function firstOfGroups(records: VisibleRecords, table: Ordered, bounds: PageRequest): SqlText {
  const { id, group, groupIndex } = ORDERED[table];
  const { isAll, listed } = records.scope;
  const name = `first ${id}, ${kindOfPage(bounds)}`;
  const values = { ...bounds };
  if (!isAll && listed.length > ONE_BY_ONE) {
    const build = (visible: VisibleRecords) => firstOfEach(rowsOf(visible, table, groupIndex), group, id, bounds);
    return records.text({ name: `${name}, each group`, build, values });
  }
  const index = isAll ? 'primary' : groupIndex;
  const build = (visible: VisibleRecords) => firstOf(rowsOf(visible, table, index), id, bounds);
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
function endOf(records: VisibleRecords, table: Ordered, bounds: PageRequest, passed: number): SqlText {
  const { id, groupIndex } = ORDERED[table];
  const build = (visible: VisibleRecords) => {
    const ids = rowsOf(visible, table, groupIndex).select(sql.ref<RowId>(id).as('value'));
    return pageOf(ids, id, { ...slotsOfBounds(bounds), limit: 1 }).offset(slot<number>('part'));
  };
  const values = { ...bounds, part: Math.ceil(passed / records.scope.listed.length) };
  return firstAmong(records.textsOfGroups({ name: `end of ${id}, ${kindOfPage(bounds)}`, build, values }), bounds);
}
