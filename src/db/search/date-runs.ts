import { type Expression, sql, type SqlBool } from 'kysely';

import type { LeaseQuestion } from '../../model/questions';
import type { Run } from '../runs';
import type { VisibleRecords } from '../visible-records';
import { among } from '../match-keys';
import { datePieces } from './date-pieces';

const equal = (column: string, value: string | number): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`;

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
  const inRange = sql<SqlBool>`p.move_in_year between ${first} and ${last}`;
  return [
    ...present.map((year): Run => ({ index, where: equal('p.move_in_year', year) })),
    { index, where: sql<SqlBool>`${inRange} and not ${among('p.move_in_year', present)}` },
  ];
}
