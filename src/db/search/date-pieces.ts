import type { LocalDate } from '../../model/local-date';

/** A stretch of the calendar that one value of one column names. */
export type DatePiece =
  | { readonly unit: 'year'; readonly value: number }
  /** As 202401. */
  | { readonly unit: 'month'; readonly value: number }
  | { readonly unit: 'day'; readonly value: LocalDate };

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * The days from `first` to `last`, both included, as few whole years, months and days as there can be; in order, none twice.
 * At most 60 days, 22 months and the years between.
 */
export function datePieces(first: LocalDate, last: LocalDate): DatePiece[] {
  if (first > last) return [];
  const from = parse(first);
  const to = parse(last);
  const pieces: DatePiece[] = [];
  for (let year = from.year; year <= to.year; year++) {
    const firstMonth = year === from.year ? from.month : 1;
    const lastMonth = year === to.year ? to.month : 12;
    const wholeFrom = year > from.year || (from.month === 1 && from.day === 1);
    const wholeTo = year < to.year || (to.month === 12 && to.day === 31);
    if (wholeFrom && wholeTo) {
      pieces.push({ unit: 'year', value: year });
      continue;
    }
    for (let month = firstMonth; month <= lastMonth; month++) {
      const firstDay = year === from.year && month === from.month ? from.day : 1;
      const end = daysIn(year, month);
      const lastDay = year === to.year && month === to.month ? to.day : end;
      if (firstDay === 1 && lastDay === end) pieces.push({ unit: 'month', value: year * 100 + month });
      else
        for (let day = firstDay; day <= lastDay; day++) pieces.push({ unit: 'day', value: text({ year, month, day }) });
    }
  }
  return pieces;
}

function parse(date: LocalDate): Day {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

const text = ({ year, month, day }: Day): LocalDate =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
