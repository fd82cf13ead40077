import type { LocalDate } from '../../model/local-date';

/** The days of a range: whole years, whole months and days that are left over. */
export interface DatePieces {
  /** Both included; null when there is no whole year. */
  readonly years: readonly [first: number, last: number] | null;
  /** As 202401. */
  readonly months: readonly number[];
  readonly days: readonly LocalDate[];
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The days from `first` to `last`, both included, in as few pieces as there can be, none twice: at most 60 days and 22 months. */
export function datePieces(first: LocalDate, last: LocalDate): DatePieces {
  if (first > last) return { years: null, months: [], days: [] };
  const [from, to] = [parse(first), parse(last)];
  const wholeFrom = from.month === 1 && from.day === 1 ? from.year : from.year + 1;
  const wholeTo = to.month === 12 && to.day === 31 ? to.year : to.year - 1;
  const months: number[] = [];
  const days: LocalDate[] = [];
  const rest = (year: number, begin: Day, end: Day) => {
    for (let month = begin.month; month <= end.month; month++) {
      const firstDay = month === begin.month ? begin.day : 1;
      const lastDay = month === end.month ? end.day : daysIn(year, month);
      if (firstDay === 1 && lastDay === daysIn(year, month)) months.push(year * 100 + month);
      else for (let day = firstDay; day <= lastDay; day++) days.push(text({ year, month, day }));
    }
  };
  const [newYear, newYearsEve] = [
    { year: 0, month: 1, day: 1 },
    { year: 0, month: 12, day: 31 },
  ];
  if (from.year === to.year && wholeFrom > wholeTo) rest(from.year, from, to);
  else {
    if (wholeFrom > from.year) rest(from.year, from, newYearsEve);
    if (wholeTo < to.year) rest(to.year, newYear, to);
  }
  return { years: wholeFrom <= wholeTo ? [wholeFrom, wholeTo] : null, months, days };
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
