/** Dates and decimals as spreadsheets write them. A value that could mean two things is refused. */

import { isLocalDate, type LocalDate } from '../model/local-date';
import { Refusal } from './refusals';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const dateOf = (year = '', month: string | number = '', day = ''): LocalDate =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Forms that can be read in one way only. A time must be midnight. */
const DATES: readonly { readonly form: RegExp; read(parts: readonly string[]): LocalDate }[] = [
  { form: /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?Z?$/, read: ([day = '']) => day },
  { form: /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, read: ([year, month, day]) => dateOf(year, month, day) },
  { form: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, read: ([day, month, year]) => dateOf(year, month, day) },
  {
    form: /^(\d{1,2})[- ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ](\d{4})$/i,
    read: ([day, month = '', year]) => dateOf(year, MONTHS.indexOf(month.toLowerCase()) + 1, day),
  },
];

const HINT = 'write YYYY-MM-DD';

/** @returns the date, or the cell itself when it has no known form. @throws {Refusal} that names the form */
export function dateFromCell(cell: string): string {
  if (isLocalDate(cell)) return cell;
  for (const { form, read } of DATES) {
    const parts = form.exec(cell);
    if (parts !== null) return read(parts.slice(1));
  }
  const [, one = '', other = '', year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(cell) ?? [];
  if (year !== undefined) return orderedDate(dateOf(year, other, one), dateOf(year, one, other), cell);
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d\d$/.test(cell)) throw new Refusal(`has a year of two digits: ${HINT}`);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(cell)) throw new Refusal(`has a time that is not midnight: ${HINT}`);
  if (/^\d{5}(?:\.0)?$/.test(cell)) throw new Refusal(`is the day number of a spreadsheet: ${HINT}`);
  return cell;
}

/** A day above 12 shows which of the two numbers is the month. */
function orderedDate(dayFirst: LocalDate, monthFirst: LocalDate, cell: string): string {
  const possible = [...new Set([dayFirst, monthFirst])].filter(isLocalDate);
  if (possible.length > 1) throw new Refusal(`may be DD/MM/YYYY or MM/DD/YYYY: ${HINT}`);
  return possible[0] ?? cell;
}

/** Between thousands, beside a point or comma: spaces of every kind, apostrophes. */
const GROUPED = /^\d{1,3}(?:[ \u00a0\u2009\u202f'\u2019]\d{3})+(?![\d])/;
const SEPARATORS = /[ \u00a0\u2009\u202f'\u2019]/g;

/**
 * @param isValid whether the field can have this number, written as in JSON
 * @returns the number as in JSON, or the cell itself when it has no known form
 * @throws {Refusal} when it can be read in two ways, or has a currency
 */
export function decimalFromCell(cell: string, isValid: (number: string) => boolean): string {
  if (/^-?\d+(?:\.\d+)?$/.test(cell)) return cell;
  if (/\p{Sc}|[A-Z]{3}/u.test(cell) && /\d/.test(cell)) throw new Refusal('has a currency: write the number alone');
  const [, sign = '', digits = ''] = /^(-?)(\d.*)$/.exec(cell) ?? [];
  const plain = GROUPED.test(digits) ? digits.replace(SEPARATORS, '') : digits;
  const all = new Set([...readings(plain, '.', ','), ...readings(plain, ',', '.')]);
  const possible = [...all].filter((one) => isValid(sign + one));
  if (possible.length > 1)
    throw new Refusal('may be a decimal or thousands: write a point before decimals and nothing else');
  return possible.length === 1 ? `${sign}${possible[0]}` : plain === digits ? cell : sign + plain;
}

/** The number if `point` comes before its decimals and `separator` between its thousands; empty if that is impossible. */
function readings(digits: string, point: string, separator: string): string[] {
  const [whole = '', fraction, ...more] = digits.split(point);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return [];
  const groups = whole.split(separator);
  const isGrouped = /^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  if (groups.length > 1 ? !isGrouped : !/^\d+$/.test(whole)) return [];
  return [groups.join('') + (fraction === undefined ? '' : `.${fraction}`)];
}
