/** What the cells of a file mean, what needs an option, and what is refused. */

import { CellFormats, type CellOptions } from '../../ingest/import/cell-formats';
import { readEntry } from '../../ingest/import/read-batches';

function read(field: string, cell: string, formats?: CellFormats): unknown {
  const isUnit = field.startsWith('address.');
  const cells = { identifier: 'x', group: 'g', unit_id: 'u', tenants: 't', [field]: cell };
  try {
    const { record } = readEntry(isUnit ? 'units' : 'leases', { line: 1, cells, formats });
    return (record as Readonly<Record<string, unknown>>)[field];
  } catch (error) {
    return (error as Error).message.replace(`\`${field}\` `, '');
  }
}

/** The values of a column, or what the import asks for. */
function column(field: string, cells: readonly string[], options?: CellOptions): unknown {
  const formats = new CellFormats('x.csv', options);
  const values = cells.map((cell) => read(field, formats.cell(field, cell), formats));
  const problems = formats.problems();
  return problems.length > 0 ? problems.join('\n').replace(`x.csv: \`${field}\`: `, '') : values;
}

const NO_MIDNIGHT = 'has a time that is not midnight in UTC: write YYYY-MM-DD';
const NO_DAY = 'must be a day of the calendar as YYYY-MM-DD';
const NO_DECIMAL = 'must be a number with at most 11 digits before and 4 after the point';
const CURRENCY = 'has a currency: write the number alone';
const OTHER_SIGN = 'has a plus, brackets or a minus behind it: write 5 or -5';
const GUARDED = "has the guard of a spreadsheet: export the column without ' or =";
const SCIENTIFIC = 'is a number in scientific notation: export the column as text';

/** Databases have only such cells. */
test.each([
  ['2024-02-29', '2024-02-29'],
  ['2024-02-29 00:00:00.0000000 +00:00', '2024-02-29'],
  ['2024-02-29 00:00:00+00', '2024-02-29'],
  ['2024-02-29T00:00:00.000Z', '2024-02-29'],
  ['29.02.24', 'has a year of two digits: write YYYY-MM-DD'],
  ['2024-02-29 14:30:00', NO_MIDNIGHT],
  ['2024-02-29 00:00:00+01', NO_MIDNIGHT],
  ['45351.0', 'is the day number of a spreadsheet: write YYYY-MM-DD'],
  ['30/02/2024', NO_DAY],
  ['2023-02-29 00:00:00', NO_DAY],
  ['soon', NO_DAY],
])('the date %s in a file and in a database: %s', (cell, expected) => {
  expect(column('start_date', [cell])).toEqual([expected]);
  expect(read('start_date', cell)).toBe(expected);
});

test.each([
  ['="00124"', GUARDED],
  ["'+44 113 496 0102", GUARDED],
  ["'0012", GUARDED],
  ["'t Hof 5", "'t Hof 5"],
  ['4.47701E+11', SCIENTIFIC],
  ['4,47701e+011', SCIENTIFIC],
  ['12E5', '12E5'],
  ['E+11', 'E+11'],
])('the text %s in a file: %s', (cell, expected) => {
  expect(column('unit_id', [cell])).toEqual([expected]);
  expect(read('unit_id', cell)).toBe(cell);
});

test.each<[field: string, cells: readonly string[], value: unknown]>([
  ['rent', ['950', '950.5', '-0.5', '.50'], [950, 950.5, -0.5, 0.5]],
  ['rent', ['1.234', '985.50'], [1.234, 985.5]],
  ['rent', ['0.125', '1.20000000000000000'], [0.125, 1.2]],
  ['rent', ['€ 950', '950.00 EUR'], Array(2).fill(CURRENCY)],
  ['rent', ['+5', '(5)', '5-', '(1,234.50)', '+ 5'], Array(5).fill(OTHER_SIGN)],
  ['rent', ['12,34,56', '1.23,456,7', '1e1', '1,00001', 'much', '-', '1 23'], Array(7).fill(NO_DECIMAL)],
  ['address.latitude', ['50.938', '7.125'], [50.938, 7.125]],
  ['is_furnished', ['TRUE', 'False', '1', '0', 't', 'f'], [true, false, true, false, true, false]],
  ['is_furnished', ['yes'], ['must be true or false']],
  [
    'tenants',
    ['t1;1E+06', "'=x", 'ann;;bob', ''],
    [SCIENTIFIC, GUARDED, 'has an entry (number 2) that must not be blank', 'is missing'],
  ],
  ['minimum_days_notice', ['1.0'], ['must be a whole number from -2147483648 to 2147483647']],
  ['unit_id', ['Null', 'N/A', '-'], ['Null', 'N/A', '-']],
])('%s without an option: %j: %j', (field, cells, values) => expect(column(field, cells)).toEqual(values));

test.each([
  ['start_date', ['03/04/2024'], '1 cell needs --dates dmy or --dates mdy.'],
  [
    'start_date',
    ['29/02/2024', '2024-02-29', '03.04.2024'],
    '1 cell needs --dates dmy, 1 cell needs --dates dmy or --dates mdy.',
  ],
  ['start_date', ['2/29/2024', '29-2-2024', '3/31/2024'], '2 cells need --dates mdy, 1 cell needs --dates dmy.'],
  ['start_date', ['2024/2/9', '2024.12.31'], '2 cells need --dates ymd.'],
  ['rent', ['985,50', '1.200'], '1 cell needs --decimal comma, 1 cell needs --decimal point or --decimal comma.'],
  ['rent', ['1.200', '-250.500', '950'], '2 cells need --decimal point or --decimal comma.'],
  ['rent', ['1,234', '1 234'], '2 cells need --decimal point or --decimal comma.'],
  ['rent', ['1.234.567', '1.234,5', "1'234,5"], '3 cells need --decimal comma.'],
  ['rent', ['1,234,567', '1,234.56', '985.5'], '3 cells need --decimal point.'],
  ['rent', ['985.5', '985,5'], '1 cell needs --decimal point, 1 cell needs --decimal comma.'],
  ['address.latitude', ['50,938'], '1 cell needs --decimal comma.'],
  [
    'unit_id',
    ['NULL', 'NULL', 'null'],
    "2 cells need --null NULL or --null '' if it is text, 1 cell needs --null null or --null '' if it is text.",
  ],
  ['unit_id', ['(null)'], "1 cell needs --null '(null)' or --null '' if it is text."],
  ['unit_id', ['[NULL]'], "1 cell needs --null '[NULL]' or --null '' if it is text."],
  ['unit_id', ['<NULL>'], "1 cell needs --null '<NULL>' or --null '' if it is text."],
  ['unit_id', ['#N/A'], "1 cell needs --null '#N/A' or --null '' if it is text."],
])('%s: %j: %s, whatever their order', (field, cells, asked) => {
  expect(column(field, cells)).toBe(asked);
  const sorted = (text: unknown) => String(text).replace('.', '').split(', ').toSorted();
  expect(sorted(column(field, cells.toReversed()))).toEqual(sorted(asked));
});

test.each([
  ['dmy', '03/04/2024', '2024-04-03'],
  ['dmy', '3.4.2024', '2024-04-03'],
  ['dmy', '03-04-2024 00:00:00', '2024-04-03'],
  ['mdy', '03/04/2024', '2024-03-04'],
  ['mdy', '2/29/2024', '2024-02-29'],
  ['ymd', '2024/2/9', '2024-02-09'],
  ['dmy', '2/29/2024', 'is no day of the calendar in the form of --dates dmy'],
  ['dmy', '2024-02-09', 'is no day of the calendar in the form of --dates dmy'],
  ['mdy', '2/3-2024', 'is no day of the calendar in the form of --dates mdy'],
  ['ymd', '2023-02-29', 'is no day of the calendar in the form of --dates ymd'],
] as const)('--dates %s: %s: %s', (dates, cell, expected) =>
  expect(column('start_date', [cell], { dates })).toEqual([expected]),
);

test.each([
  ['comma', '985,50', 985.5],
  ['comma', '1.200', 1200],
  ['comma', '1.234.567,5', 1234567.5],
  ['comma', '1\u202f234\u202f567', 1234567],
  ['comma', '-0,5', -0.5],
  ['comma', '950', 950],
  ['point', '1.200', 1.2],
  ['point', '1,200', 1200],
  ['point', "1'234.50", 1234.5],
  ['point', '1’234.50', 1234.5],
  ['comma', '985.50', 'is not in the form of --decimal comma'],
  ['comma', "1.234'567", 'is not in the form of --decimal comma'],
  ['comma', '1,234,567', 'is not in the form of --decimal comma'],
  ['point', '0,125', 'is not in the form of --decimal point'],
  ['point', '950 EUR', CURRENCY],
  ['point', '1.00001', NO_DECIMAL],
] as const)('--decimal %s: %s: %s', (decimal, cell, expected) =>
  expect(column('rent', [cell], { decimal })).toEqual([expected]),
);

test('a file has one decimal sign: one column decides for the others', () => {
  const formats = new CellFormats('leases.csv');
  read('deposit', '1.200', formats);
  expect(formats.problems()).toHaveLength(1);
  read('rent', '985.5', formats);
  expect(formats.problems()).toEqual([]);
  read('rent', '985,5', formats);
  expect(formats.problems()).toEqual([
    'leases.csv: `deposit`: 1 cell needs --decimal point or --decimal comma.',
    'leases.csv: `rent`: 1 cell needs --decimal point, 1 cell needs --decimal comma.',
  ]);
});

test('--null names all words that mean null', () => {
  const options = { null: new Set(['NULL', 'n/a']) };
  expect(column('start_date', ['NULL', 'n/a'], options)).toEqual([null, null]);
  expect(column('unit_id', ['null', 'NULL'], options)).toEqual(['null', 'is missing']);
  expect(column('unit_id', ['NULL'], { null: new Set(['']) })).toEqual(['NULL']);
});
