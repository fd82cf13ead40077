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

describe('dates without an option', () => {
  test.each([
    ['2024-02-29', '2024-02-29'],
    ['2024-02-29 00:00:00', '2024-02-29'],
    ['2024-02-29 00:00:00.0000000 +00:00', '2024-02-29'],
    ['2024-02-29 00:00:00+00', '2024-02-29'],
    ['2024-02-29T00:00:00.000Z', '2024-02-29'],
    ['29.02.24', 'has a year of two digits: write YYYY-MM-DD'],
    ['2024-02-29 14:30:00', 'has a time that is not midnight in UTC: write YYYY-MM-DD'],
    ['2024-02-29 00:00:00+01', 'has a time that is not midnight in UTC: write YYYY-MM-DD'],
    ['45351.0', 'is the day number of a spreadsheet: write YYYY-MM-DD'],
    ['45351', 'is the day number of a spreadsheet: write YYYY-MM-DD'],
    ['30/02/2024', 'must be a day of the calendar as YYYY-MM-DD'],
    ['2023-02-29 00:00:00', 'must be a day of the calendar as YYYY-MM-DD'],
    ['soon', 'must be a day of the calendar as YYYY-MM-DD'],
  ])('%s: %s', (cell, expected) => {
    expect(column('start_date', [cell])).toEqual([expected]);
    expect(read('start_date', cell)).toBe(expected);
  });
});

describe('dates that need --dates', () => {
  test.each([
    [['03/04/2024'], '1 cell needs --dates dmy or --dates mdy.'],
    [['29/02/2024', '2024-02-29', '03.04.2024'], '1 cell needs --dates dmy, 1 cell needs --dates dmy or --dates mdy.'],
    [['2/29/2024', '29-2-2024', '3/31/2024'], '2 cells need --dates mdy, 1 cell needs --dates dmy.'],
    [['2024/2/9', '2024.12.31'], '2 cells need --dates ymd.'],
  ])('%j: %s, whatever their order', (cells, asked) => {
    expect(column('start_date', cells)).toBe(asked);
    const sorted = (text: unknown) => String(text).replace('.', '').split(', ').toSorted();
    expect(sorted(column('start_date', cells.toReversed()))).toEqual(sorted(asked));
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
    ['mdy', '29.02.2024', 'is no day of the calendar in the form of --dates mdy'],
    ['mdy', '2/3-2024', 'is no day of the calendar in the form of --dates mdy'],
    ['ymd', '2023-02-29', 'is no day of the calendar in the form of --dates ymd'],
  ] as const)('--dates %s: %s: %s', (dates, cell, expected) =>
    expect(column('start_date', [cell], { dates })).toEqual([expected]),
  );
});

const decimal = 'must be a number with at most 11 digits before and 4 after the point';

describe('decimals without an option', () => {
  test.each([
    [
      ['950', '950.5', '-0.5', '.50'],
      [950, 950.5, -0.5, 0.5],
    ],
    [
      ['1.234', '985.50'],
      [1.234, 985.5],
    ],
    [
      ['0.125', '1.20000000000000000'],
      [0.125, 1.2],
    ],
    [['€ 950', '950.00 EUR'], Array(2).fill('has a currency: write the number alone')],
    [
      ['+5', '(5)', '5-', '(1,234.50)', '+ 5'],
      Array(5).fill('has a plus, brackets or a minus behind it: write 5 or -5'),
    ],
    [['12,34,56', '1.23,456,7', '1e1', '1,00001', 'much', '-', '1 23'], Array(7).fill(decimal)],
  ])('%j: %j', (cells, expected) => expect(column('rent', cells)).toEqual(expected));
});

describe('decimals that need --decimal', () => {
  test.each([
    [['985,50', '1.200'], '1 cell needs --decimal comma, 1 cell needs --decimal point or --decimal comma.'],
    [['1.200', '-250.500', '950'], '2 cells need --decimal point or --decimal comma.'],
    [['1,234'], '1 cell needs --decimal point or --decimal comma.'],
    [['1 234'], '1 cell needs --decimal point or --decimal comma.'],
    [['1.234.567', '1.234,5', "1'234,5"], '3 cells need --decimal comma.'],
    [['1,234,567', '1,234.56', '985.5'], '3 cells need --decimal point.'],
    [['985.5', '985,5'], '1 cell needs --decimal point, 1 cell needs --decimal comma.'],
  ])('%j: %s', (cells, asked) => expect(column('rent', cells)).toBe(asked));

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
    ['point', '985,50', 'is not in the form of --decimal point'],
    ['point', '0,125', 'is not in the form of --decimal point'],
    ['point', '950 EUR', 'has a currency: write the number alone'],
    ['point', '1.00001', decimal],
  ] as const)('--decimal %s: %s: %s', (sign, cell, expected) =>
    expect(column('rent', [cell], { decimal: sign })).toEqual([expected]),
  );

  test('a coordinate is within its range, which tells decimals from thousands', () => {
    expect(column('address.latitude', ['50.938', '7.125'])).toEqual([50.938, 7.125]);
    expect(column('address.latitude', ['50,938'])).toBe('1 cell needs --decimal comma.');
  });

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
});

test.each([
  ['TRUE', true],
  ['False', false],
  ['1', true],
  ['0', false],
  ['t', true],
  ['f', false],
  ['yes', 'must be true or false'],
])('the flag %s: %s', (cell, expected) => expect(column('is_furnished', [cell])).toEqual([expected]));

describe('text', () => {
  const guarded = "has the guard of a spreadsheet: export the column without ' or =";
  const scientific = 'is a number in scientific notation: export the column as text';

  test.each([
    ['unit_id', '4.47701E+11', scientific],
    ['unit_id', '4,47701e+011', scientific],
    ['tenants', 't1;1E+06', scientific],
    ['unit_id', '12E5', '12E5'],
    ...['="00124"', "'+44 113 496 0102", "'=x", "'0012"].map((cell): [string, string, string] => [
      'tenants',
      cell,
      guarded,
    ]),
    ['unit_id', "'t Hof 5", "'t Hof 5"],
    ['tenants', 'ann;;bob', 'has an entry (number 2) that must not be blank'],
    ['tenants', '', 'is missing'],
    ['minimum_days_notice', '1.0', 'must be a whole number from -2147483648 to 2147483647'],
    ['unit_id', 'E+11', 'E+11'],
  ])('%s %s: %s', (field, cell, expected) => {
    expect(column(field, [cell])).toEqual([expected]);
    if (field === 'unit_id') expect(read(field, cell)).toBe(cell);
  });

  test.each([
    [
      ['NULL', 'NULL', 'null'],
      "2 cells need --null NULL or --null '' if it is text, 1 cell needs --null null or --null '' if it is text.",
    ],
    ...['(null)', '[NULL]', '<NULL>'].map((word): [string[], string] => [
      [word],
      `1 cell needs --null '${word}' or --null '' if it is text.`,
    ]),
    [['#N/A'], "1 cell needs --null '#N/A' or --null '' if it is text."],
    [
      ['Null', 'N/A', '-'],
      ['Null', 'N/A', '-'],
    ],
  ])('words that may mean null: %j: %j', (cells, expected) => expect(column('unit_id', cells)).toEqual(expected));

  test('--null names all words that mean null', () => {
    const options = { null: new Set(['NULL', 'n/a']) };
    expect(column('start_date', ['NULL', 'n/a'], options)).toEqual([null, null]);
    expect(column('unit_id', ['null', 'NULL'], options)).toEqual(['null', 'is missing']);
    expect(column('unit_id', ['NULL'], { null: new Set(['']) })).toEqual(['NULL']);
  });
});
