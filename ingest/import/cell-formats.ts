/** The cells of one file. It has one decimal sign and one order of dates. No cell decides how another is read. */

import { isLocalDate, type LocalDate } from '../../src/model/local-date';
import { quoted, Refusal } from './refusals';

export const DECIMAL_SIGNS = ['point', 'comma'] as const;
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export const ESCAPES = ['none', 'unquoted', 'quoted'] as const;
type DecimalSign = (typeof DECIMAL_SIGNS)[number];
type DateOrder = (typeof DATE_ORDERS)[number];

export interface CellOptions {
  readonly decimal?: DecimalSign;
  readonly dates?: DateOrder;
  readonly escapes?: (typeof ESCAPES)[number];
  /** The words that mean null, as an empty cell does. With any of them, all other words are text. */
  readonly null?: ReadonlySet<string>;
}

/** What programs write for null, and what is hardly ever text. */
const NULL_WORDS = new Set(['NULL', 'null', '(null)', '[NULL]', '<NULL>', '#N/A']);

const MIDNIGHT = '(?:[T ]00:00(?::00(?:\\.0+)?)?(?: ?(?:Z|UTC|[+-]00(?::?00)?))?)?';
const ISO = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)${MIDNIGHT}$`);

const PART = { y: '(?<y>\\d{4})', m: '(?<m>\\d{1,2})', d: '(?<d>\\d{1,2})' };
const dateForm = (first: string, second: string, third: string): RegExp =>
  new RegExp(`^${first}(?<mark>[-/.])${second}\\k<mark>${third}${MIDNIGHT}$`);
const DATES: Readonly<Record<DateOrder, RegExp>> = {
  ymd: dateForm(PART.y, PART.m, PART.d),
  dmy: dateForm(PART.d, PART.m, PART.y),
  mdy: dateForm(PART.m, PART.d, PART.y),
};

function dateIn(order: DateOrder, cell: string): LocalDate | undefined {
  const { y, m = '', d = '' } = DATES[order].exec(cell)?.groups ?? {};
  const date = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return isLocalDate(date) ? date : undefined;
}

const NO_DATES: readonly (readonly [form: RegExp, what: string])[] = [
  [/^\d{1,2}[./-]\d{1,2}[./-]\d\d$/, 'has a year of two digits'],
  [/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, 'has a time that is not midnight in UTC'],
  [/^\d{5}(?:\.0)?$/, 'is the day number of a spreadsheet'],
];

/** @returns the date in a form that needs no option, or the cell itself. @throws {Refusal} that names the form */
export function isoDate(cell: string): string {
  const [, day] = ISO.exec(cell) ?? [];
  const [, what] = (day === undefined && NO_DATES.find(([form]) => form.test(cell))) || [];
  if (what !== undefined) throw new Refusal(`${what}: write YYYY-MM-DD`);
  return day ?? cell;
}

/** Digits with a point, if any. SQL Server writes no zero before the point. */
export const PLAIN_NUMBER = /^-?(?:\d+|\d*\.\d+)$/;

/** Between thousands is one sign throughout: the comma or point that is no decimal sign, a space or an apostrophe. */
const numberForm = (decimal: string, thousands: string): RegExp =>
  new RegExp(
    `^(?!-?$)(-?)([1-9]\\d{0,2}([${thousands} \\u00a0\\u2009\\u202f'\\u2019])\\d{3}(?:\\3\\d{3})*|\\d*)(?:${decimal}(\\d+))?$`,
  );
const NUMBERS: Readonly<Record<DecimalSign, RegExp>> = { point: numberForm('\\.', ','), comma: numberForm(',', '.') };

function numberIn(sign: DecimalSign, cell: string): string | undefined {
  const [all, minus = '', whole = '', , fraction] = NUMBERS[sign].exec(cell) ?? [];
  if (all === undefined) return undefined;
  return `${minus}${whole.replace(/\D/g, '') || '0'}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** As spreadsheets shorten long numbers. */
const SCIENTIFIC = /^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;

/** A sign that makes a spreadsheet show the rest as text. */
const GUARDED = /^(?:="|'(?:[=+@-]|[\d ]+$))/;

export class CellFormats {
  /** How many backslashes may begin an escape. */
  escapes = 0;
  /** By column: how many cells need which options. */
  readonly #needs = new Map<string, Map<string, number>>();
  #needsDecimal = false;
  #provesPoint = false;

  constructor(
    private readonly file: string,
    private readonly options: CellOptions = {},
  ) {}

  /** The cell, or nothing for a word that means null. */
  cell(column: string, cell: string): string {
    const { null: nulls } = this.options;
    if (nulls === undefined && NULL_WORDS.has(cell))
      this.#need(column, `--null ${/^\w+$/.test(cell) ? cell : `'${cell}'`} or --null '' if it is text`);
    return nulls?.has(cell) ? '' : cell;
  }

  /** @throws {Refusal} for a number that has lost its digits, or a text with the sign of a spreadsheet */
  text(cell: string): string {
    if (GUARDED.test(cell)) throw new Refusal("has the guard of a spreadsheet: export the column without ' or =");
    if (SCIENTIFIC.test(cell)) throw new Refusal('is a number in scientific notation: export the column as text');
    return cell;
  }

  /** @returns the date, or the cell itself when it has no form of a date. @throws {Refusal} as {@link isoDate} */
  date(column: string, cell: string): string {
    const { dates } = this.options;
    const date = dates === undefined ? cell : dateIn(dates, cell);
    if (date !== undefined && isLocalDate(date)) return date;
    if (dates !== undefined) throw new Refusal(`is no day of the calendar in the form of --dates ${dates}`);
    const orders = ISO.test(cell) ? [] : DATE_ORDERS.filter((order) => dateIn(order, cell) !== undefined);
    if (orders.length === 0) return isoDate(cell);
    this.#need(column, orders.map((order) => `--dates ${order}`).join(' or '));
    return cell;
  }

  /**
   * @param isValid whether the field can have this number, written as in JSON
   * @returns the number as in JSON, or the cell itself when it has no form of a number
   * @throws {Refusal} when it has a currency or another decimal sign
   */
  decimal(column: string, cell: string, isValid: (number: string) => boolean): string {
    const { decimal } = this.options;
    if (decimal === undefined && PLAIN_NUMBER.test(cell)) return this.#plainNumber(column, cell, isValid);
    const number = numberIn(decimal ?? 'point', cell);
    if (decimal !== undefined && number !== undefined) return number;
    if (/\p{Sc}|[A-Z]{3}/u.test(cell) && /\d/.test(cell)) throw new Refusal('has a currency: write the number alone');
    if (decimal !== undefined) throw new Refusal(`is not in the form of --decimal ${decimal}`);
    const signs = DECIMAL_SIGNS.filter((sign) => isValid(numberIn(sign, cell) ?? ''));
    if (signs.length > 0) this.#need(column, signs.map((sign) => `--decimal ${sign}`).join(' or '));
    this.#needsDecimal ||= signs.length > 0;
    return number ?? cell;
  }

  #plainNumber(column: string, cell: string, isValid: (number: string) => boolean): string {
    if (!cell.includes('.')) return cell;
    const isOpen = /^-?[1-9]\d{0,2}\.\d{3}$/.test(cell) && isValid(cell.replace('.', ''));
    this.#need(column, isOpen ? '--decimal point or --decimal comma' : '--decimal point');
    this.#provesPoint ||= !isOpen;
    return cell;
  }

  #need(column: string, options: string): void {
    const counts = this.#needs.get(column) ?? new Map<string, number>();
    this.#needs.set(column, counts.set(options, (counts.get(options) ?? 0) + 1));
  }

  /** Call it after the first reading. It says which options the columns need. */
  problems(): string[] {
    // A number such as 1.234 alone is no proof of its sign. One such as 985.5 is.
    const isDecided = this.#provesPoint && !this.#needsDecimal;
    const escapes = `${this.file} has backslashes that may be escapes: give --escapes unquoted, quoted (some cells are in quotes) or none (they are text).`;
    const others = [...this.#needs].flatMap(([column, counts]) => {
      const open = [...counts].filter(([options]) => !isDecided || !options.startsWith('--decimal'));
      const texts = open.map(([options, count]) => `${count} ${count === 1 ? 'cell needs' : 'cells need'} ${options}`);
      return texts.length === 0 ? [] : [`${this.file}: ${quoted(column)}: ${texts.join(', ')}.`];
    });
    return this.escapes === 0 ? others : [escapes, ...others];
  }
}
