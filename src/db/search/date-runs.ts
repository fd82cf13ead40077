import type { LeaseQuestion } from '../../model/questions';
import { type Fragment, fragment, quoted } from '../fragment';
import type { Run } from '../runs';
import type { VisibleRecords } from '../visible-records';
import { datePieces } from './date-pieces';

const equal = (column: string, value: string | number): Fragment => fragment(`${quoted(column)} = ?`, value);

/**
 * The pairs of a move-in range as runs: one for each whole year and month in it, for each day that is left over, and for the
 * years in which hardly anyone can have moved in, since nobody had a moment ago.
 */
export async function dateRuns(records: VisibleRecords, question: LeaseQuestion): Promise<Run[]> {
  const { years, months, days } = datePieces(
    question.minMoveInDate ?? '0001-01-01',
    question.maxMoveInDate ?? '9999-12-31',
  );
  return [
    ...days.map((day): Run => ({ index: 'lease_tenants_by_day', where: equal('p.move_in_day', day) })),
    ...months.map((month): Run => ({ index: 'lease_tenants_by_month', where: equal('p.move_in_month', month) })),
    ...(years === null ? [] : yearRuns(years, await records.yearsOfMoveIn())),
  ];
}

function yearRuns([first, last]: readonly [number, number], known: readonly number[]): Run[] {
  const index = 'lease_tenants_by_year';
  const present = known.filter((year) => year >= first && year <= last);
  const inRange = 'p.move_in_year between ? and ?';
  const others =
    present.length === 0
      ? fragment(`${inRange} and not false`, first, last)
      : fragment(`${inRange} and not ${quoted('p.move_in_year')} in (?)`, first, last, present);
  return [...present.map((year): Run => ({ index, where: equal('p.move_in_year', year) })), { index, where: others }];
}
