/** The sorted streams that a search reads: of groups, of the days, months and years of a range, of months of leases. */

import { daysInMonth, type LocalDate } from '../../model/local-date';
import type { PageRequest, RowId } from '../../model/page';
import { type Direction, type GroupedTable, groupIndex, PAIRS_BY_TENANT, type SortedStream } from '../sorted-streams';
import { fragment, type Fragment, quoted } from '../statements';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import type { MergePlan, Streams } from './merge-plan';

/** Up to this many groups become streams without a query for their first rows. */
const GROUPS_AT_ONCE = 100;

/** Each visible group as a stream. */
export const groupStreams = ({ scope }: VisibleRecords, table: GroupedTable): readonly SortedStream[] =>
  scope.listed.map((group) => ({ index: groupIndex(table), group }));

/** The tenants of each visible group as a stream. Of more than 100 groups, a merge begins with those whose first row comes first. */
export function groupStreamsByHead(records: VisibleRecords): MergePlan['streams'] {
  const streams = groupStreams(records, PAIRS_BY_TENANT);
  if (streams.length <= GROUPS_AT_ONCE) return streams;
  const index = groupIndex(PAIRS_BY_TENANT);
  return async (snapshot, bounds) => {
    const heads = await snapshot.heads(startOf(bounds), bounds.direction);
    return { streams: heads.map(({ group_id }) => ({ index, group: group_id })), heads: heads.map(({ id }) => id) };
  };
}

/** The first tenant from `from` on of a lease of a visible group. */
export async function firstVisible(
  records: VisibleRecords,
  from: RowId,
  direction: Direction,
): Promise<RowId | undefined> {
  const ids = (await records.heads(from, direction)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return direction === 'forward' ? Math.min(...ids) : Math.max(...ids);
}

/** The first id within the bounds, in their direction. */
const startOf = ({ direction, after, before }: PageRequest): RowId =>
  direction === 'forward' ? (after ?? 0) + 1 : (before ?? 2 ** 53) - 1;

const equal = (column: string, value: string | number): Fragment => fragment(`${quoted(column)} = ?`, value);

/**
 * The pairs of a move-in range: a stream for each whole year and month in it, for each remaining day, and one for all years in
 * which nobody had moved in a minute ago.
 */
export async function dateStreams(
  records: VisibleRecords,
  [first, last]: readonly [LocalDate, LocalDate],
): Promise<SortedStream[]> {
  const { years, months, days } = datePieces(first, last);
  return [
    ...days.map((day): SortedStream => ({ index: 'lease_tenants_by_day', where: equal('p.move_in_day', day) })),
    ...months.map((month): SortedStream => ({
      index: 'lease_tenants_by_month',
      where: equal('p.move_in_month', month),
    })),
    ...(years === null ? [] : yearStreams(years, await records.yearsOfMoveIn())),
  ];
}

function yearStreams([first, last]: readonly [number, number], known: readonly number[]): SortedStream[] {
  const index = 'lease_tenants_by_year';
  const present = known.filter((year) => year >= first && year <= last);
  const inRange = 'p.move_in_year between ? and ?';
  const others =
    present.length === 0
      ? fragment(`${inRange} and not false`, first, last)
      : fragment(`${inRange} and not ${quoted('p.move_in_year')} in (?)`, first, last, present);
  return [
    ...present.map((year): SortedStream => ({ index, where: equal('p.move_in_year', year) })),
    { index, where: others },
  ];
}

/** A range of days as whole years, whole months and remaining days. */
export interface DatePieces {
  /** Both ends are included. Null if there is no whole year. */
  readonly years: readonly [first: number, last: number] | null;
  /** As 202401. */
  readonly months: readonly number[];
  readonly days: readonly LocalDate[];
}

/** The days from `first` to `last`, both included, in the fewest pieces and without overlap: at most 60 days and 22 months. */
export function datePieces(first: LocalDate, last: LocalDate): DatePieces {
  const lastYear = Number(last.slice(0, 4)) - (last.endsWith('-12-31') ? 0 : 1);
  let years: DatePieces['years'] = null;
  const months: number[] = [];
  const days: LocalDate[] = [];
  let [year = 0, month = 0, day = 0] = first.split('-').map(Number);
  // As text, the year 10000 would come before any other.
  while (year <= 9999 && text(year, month, day) <= last) {
    const length = daysInMonth(year, month);
    if (month === 1 && day === 1 && year <= lastYear) {
      years = [year, lastYear];
      year = lastYear + 1;
      continue;
    }
    if (day === 1 && text(year, month, length) <= last) {
      months.push(year * 100 + month);
      day = length;
    } else days.push(text(year, month, day));
    day += 1;
    if (day > length) [month, day] = [month + 1, 1];
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return { years, months, days };
}

const text = (year: number, month: number, day: number): LocalDate =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** After a month with a lease, this many months become streams without a check. Then the next month with a lease is looked up. */
const MONTHS_UNCHECKED = 60;
const FIRST_MONTH = 101;
const LAST_MONTH = 999_912;

/** As 202401. */
export const monthOf = (day: LocalDate): number => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));

/** The leases that start in a month or before it, or that end in it or after it: a stream for each month. */
export async function monthStreams(records: VisibleRecords, column: LeaseMonth, month: number): Promise<Streams> {
  const [first, last] = column === 'end_month' ? [month, LAST_MONTH] : [FIRST_MONTH, month];
  const streams: SortedStream[] = [];
  for (let from = first; from <= last;) {
    const next = await records.firstMonth(column, from, last);
    if (next === null) break;
    const to = Math.min(last, addMonths(next, MONTHS_UNCHECKED));
    for (from = next; from <= to; from = addMonths(from, 1)) {
      streams.push({ index: `leases_by_${column}`, where: equal(`l.${column}`, from) });
    }
  }
  return { streams };
}

function addMonths(month: number, months: number): number {
  const count = Math.floor(month / 100) * 12 + (month % 100) - 1 + months;
  return Math.floor(count / 12) * 100 + (count % 12) + 1;
}
