import type { LocalDate } from '../../model/local-date';
import { fragment, quoted } from '../fragment';
import type { Run } from '../runs';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import type { Runs } from './merged-ids';

/** Months that are taken on trust after one that has a lease; then the next that has one is asked for. */
const MONTHS_ON_TRUST = 60;
const FIRST_MONTH = 101;
const LAST_MONTH = 999_912;

/** As 202401. */
export const monthOf = (day: LocalDate): number => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));

/** The leases that start in a month or before it, or that end in it or after, as runs of one month each. */
export async function monthRuns(records: VisibleRecords, column: LeaseMonth, month: number): Promise<Runs> {
  const [first, last] = column === 'end_month' ? [month, LAST_MONTH] : [FIRST_MONTH, month];
  const runs: Run[] = [];
  for (let from = first; from <= last;) {
    const next = await records.firstMonth(column, from, last);
    if (next === null) break;
    const to = Math.min(last, later(next, MONTHS_ON_TRUST));
    for (from = next; from <= to; from = later(from, 1)) {
      runs.push({ index: `leases_by_${column}`, where: fragment(`${quoted(`l.${column}`)} = ?`, from) });
    }
  }
  return { runs };
}

function later(month: number, months: number): number {
  const count = Math.floor(month / 100) * 12 + (month % 100) - 1 + months;
  return Math.floor(count / 12) * 100 + (count % 12) + 1;
}
