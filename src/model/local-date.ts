/** A day of the calendar as `YYYY-MM-DD`, 0001-01-01 to 9999-12-31 (decision 16); never a JavaScript Date. */
export type LocalDate = string;

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  if (year === 0 || day === 0) return false;
  return day <= daysInMonth(year, month);
}

/** 0 for a month that is not 1 to 12. */
function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
}

/** The calendar day in an IANA time zone at a given instant (decision 14). */
export function localDateIn(timeZone: string): (instant: Date) => LocalDate {
  if (timeZone === 'UTC') return (instant) => instant.toISOString().slice(0, 10);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // No zone's day begins within a minute.
  let minute = NaN;
  let day = '';
  return (instant) => {
    const now = Math.floor(instant.getTime() / 60_000);
    if (now === minute) return day;
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    minute = now;
    day = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
    return day;
  };
}
