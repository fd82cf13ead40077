/** What a field's value may be. A valid value fits its column exactly: nothing is rounded, cut or converted. */

import { isBlank, textProblem } from '../../src/model/criteria';
import { isLocalDate, type LocalDate } from '../../src/model/local-date';
import { type CellFormats, isoDate, PLAIN_NUMBER } from './cell-formats';
import { Refusal } from './refusals';

export interface FieldType<Value> {
  /** @throws {Refusal} whose message follows the field's name */
  read(value: unknown): Value;
  /**
   * Converts a cell, which is not empty, to a value for `read`.
   * @param column the name of the field
   * @param formats those of a file; a database has only exact texts
   * @throws {Refusal} as above
   */
  fromCell(cell: string, column: string, formats?: CellFormats): unknown;
}

/** Every JSON number of 15 digits is exact, and DECIMAL(15, 4) holds as many. */
const DIGITS = 15;

const textCell: FieldType<unknown>['fromCell'] = (cell, _column, formats) => formats?.text(cell) ?? cell;

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new Refusal('must be a string');
  const problem = textProblem(value);
  if (problem !== undefined) throw new Refusal(problem);
  return value;
}

/** Lookups treat a blank identifier as absent (decision 8), so none could find the record. */
function readIdentifier(value: unknown): string {
  const identifier = readText(value);
  if (isBlank(identifier)) throw new Refusal('must not be blank');
  return identifier;
}

/** An empty string is null, like an empty CSV cell. */
export const text: FieldType<string | null> = { read: (value) => readText(value) || null, fromCell: textCell };

export const identifier: FieldType<string> = { read: readIdentifier, fromCell: textCell };

/** Without duplicates, in the order given; separated by `;` in CSV. */
export const identifiers: FieldType<readonly string[]> = {
  read(value) {
    if (!Array.isArray(value)) throw new Refusal('must be a list of identifiers');
    const entries = value.map((entry: unknown, index) =>
      naming(`has an entry (number ${index + 1}) that`, () => readIdentifier(entry)),
    );
    return [...new Set(entries)];
  },
  fromCell: (cell, column, formats) => cell.split(';').map((entry) => textCell(entry, column, formats)),
};

export const date: FieldType<LocalDate> = {
  read(value) {
    if (typeof value !== 'string' || !isLocalDate(value)) throw new Refusal('must be a valid date, YYYY-MM-DD');
    return value;
  },
  fromCell: (cell, column, formats) => formats?.date(column, cell) ?? isoDate(cell),
};

const FLAGS = new Map(Object.entries({ true: true, t: true, 1: true, false: false, f: false, 0: false }));

export const flag: FieldType<boolean> = {
  read(value) {
    if (typeof value !== 'boolean') throw new Refusal('must be true or false');
    return value;
  },
  fromCell: (cell) => FLAGS.get(cell.toLowerCase()) ?? cell,
};

/** As spreadsheets and accounts write numbers. */
const OTHER_SIGN = /^\+\s*[\d.,]|^\([\d.,' ]+\)$|\d\s*-$/;

function withPlainSign(cell: string): string {
  if (OTHER_SIGN.test(cell)) throw new Refusal('has a plus, brackets or a minus behind it: write 5 or -5');
  return cell;
}

/** 32 bits, signed. */
export const integer: FieldType<number> = {
  read(value) {
    if (typeof value !== 'number' || (value | 0) !== value)
      throw new Refusal('must be a whole number from -2147483648 to 2147483647');
    return value | 0;
  },
  fromCell: (cell) => (/^-?\d{1,10}$/.test(cell) ? Number(cell) : withPlainSign(cell)),
};

/** DECIMAL(`whole` + `fraction`, `fraction`), from -`limit` to `limit`. */
export function decimal(whole: number, fraction: number, limit = Infinity): FieldType<number> {
  const range = limit === Infinity ? '' : ` from -${limit} to ${limit}`;
  const shape = `must be a number${range} with at most ${whole} digits before and ${fraction} after the point`;
  const form = new RegExp(`^-?\\d{1,${whole}}(?:\\.\\d{1,${fraction}})?$`);
  const fits = (digits: string): boolean => form.test(digits) && Math.abs(Number(digits)) <= limit;
  const exact = (digits: string): number | undefined =>
    PLAIN_NUMBER.test(digits) && significantDigits(digits) <= DIGITS ? Number(digits) : undefined;
  return {
    read(value) {
      if (typeof value !== 'number' || !fits(String(value))) throw new Refusal(shape);
      return value || 0;
    },
    fromCell: (cell, column, formats) =>
      exact(formats?.decimal(column, withPlainSign(cell), (number) => fits(String(exact(number)))) ?? cell) ??
      withPlainSign(cell),
  };
}

/** Whether JSON text has a number of more than 15 significant digits, which a JSON parser may round. */
export function holdsRoundedNumber(json: string): boolean {
  if (!/\d[\d.]{15}/.test(json)) return false;
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*/g) ?? [];
  return tokens.some((token) => !token.startsWith('"') && significantDigits(token) > DIGITS);
}

function significantDigits(number: string): number {
  if (number.length <= DIGITS) return number.length;
  const digits = number.replace(/^-?0*/, '');
  const exact = digits.includes('.') ? digits.replace(/0+$/, '') : digits;
  return exact.replace('.', '').replace(/^0+/, '').length;
}

/** Runs `read`. @throws {Refusal} whose message begins with `what` */
export function naming<Value>(what: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(`${what} ${error.message}`) : error;
  }
}
