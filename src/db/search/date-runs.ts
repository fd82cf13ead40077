import { type Expression, sql, type SqlBool } from 'kysely';

import type { LeaseQuestion } from '../../model/questions';
import type { VisibleRecords } from '../visible-records';
import { type DatePiece, datePieces } from './date-pieces';
import type { Run } from './runs';

/** Above this number of whole years, those without a lease are left out. */
const YEARS_TAKEN_ON_TRUST = 6;

const RUNS: Readonly<Record<DatePiece['unit'], (value: string | number) => Run>> = {
  year: (value) => ({ index: 'lease_tenants_by_year', where: equal('p.move_in_year', value) }),
  month: (value) => ({ index: 'lease_tenants_by_month', where: equal('p.move_in_month', value) }),
  day: (value) => ({ index: 'lease_tenants_by_day', where: equal('p.move_in_day', value) }),
};

const equal = (column: string, value: string | number): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`;

/** The pairs of a move-in range as runs: one for each whole year and month in it and for each day that is left over. */
export async function dateRuns(records: VisibleRecords, question: LeaseQuestion): Promise<Run[]> {
  const pieces = datePieces(question.minMoveInDate ?? '0001-01-01', question.maxMoveInDate ?? '9999-12-31');
  const years = pieces.flatMap(({ unit, value }) => (unit === 'year' ? [value] : []));
  const kept = years.length > YEARS_TAKEN_ON_TRUST ? await records.yearsOfMoveIn(years[0]!, years.at(-1)!) : years;
  const present = new Set(kept);
  return pieces
    .filter(({ unit, value }) => unit !== 'year' || present.has(value))
    .map(({ unit, value }) => RUNS[unit](value));
}
