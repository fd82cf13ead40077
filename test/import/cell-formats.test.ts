/** What the cells of a file mean, what needs an option, and what is refused. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

interface Cells {
  readonly field: string;
  readonly cells: readonly string[];
  readonly options?: CellOptions;
  /** What each cell means, or why it is refused. */
  readonly values?: readonly unknown[];
  /** The options that the column needs. */
  readonly asks?: string;
  /** What the cell means in a database, which has no options. */
  readonly inDatabase?: unknown;
}
const ALL = readFileSync(join(__dirname, 'cells.ndjson'), 'utf8').trim().split('\n');

test.each(ALL)('%s', (line) => {
  const { field, cells, options, values, asks, inDatabase } = JSON.parse(line) as Cells;
  expect(column(field, cells, options)).toEqual(asks ?? values);
  if (inDatabase !== undefined) expect(read(field, cells[0]!)).toBe(inDatabase);
  if (asks === undefined) return;
  const sorted = (text: unknown) => String(text).replace('.', '').split(', ').toSorted();
  expect(sorted(column(field, cells.toReversed()))).toEqual(sorted(asks));
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

test('--null names all words that mean null', () => {
  const options = { null: new Set(['NULL', 'n/a']) };
  expect(column('start_date', ['NULL', 'n/a'], options)).toEqual([null, null]);
  expect(column('unit_id', ['null', 'NULL'], options)).toEqual(['null', 'is missing']);
  expect(column('unit_id', ['NULL'], { null: new Set(['']) })).toEqual(['NULL']);
});
