import { readEntry } from '../../src/import/read-batches';

/** The value of a field of a lease or unit from a CSV cell, or why it is refused. */
function read(field: string, cell: string): unknown {
  const isUnit = field.startsWith('address.');
  const cells = { identifier: 'x', group: 'g', unit_id: 'u', tenants: 't', [field]: cell };
  try {
    const { record } = readEntry(isUnit ? 'units' : 'leases', { line: 1, cells });
    return (record as Readonly<Record<string, unknown>>)[field];
  } catch (error) {
    return (error as Error).message;
  }
}

const twoOrders = '`start_date` may be DD/MM/YYYY or MM/DD/YYYY: write YYYY-MM-DD';
const noForm = '`start_date` must be a date in the form YYYY-MM-DD';

test.each([
  ['2024-02-29', '2024-02-29'],
  ['2024-02-29 00:00:00', '2024-02-29'],
  ['2024-02-29T00:00:00.000Z', '2024-02-29'],
  ['2024/2/9', '2024-02-09'],
  ['29.2.2024', '2024-02-29'],
  ['03.04.2024', '2024-04-03'],
  ['29/02/2024', '2024-02-29'],
  ['2/29/2024', '2024-02-29'],
  ['13-02-2024', '2024-02-13'],
  ['05/05/2024', '2024-05-05'],
  ['9-Feb-2024', '2024-02-09'],
  ['09 february 2024', '2024-02-09'],
  ['03/04/2024', twoOrders],
  ['3-4-2024', twoOrders],
  ['29.02.24', '`start_date` has a year of two digits: write YYYY-MM-DD'],
  ['2024-02-29 14:30:00', '`start_date` has a time that is not midnight: write YYYY-MM-DD'],
  ['45351', '`start_date` is the day number of a spreadsheet: write YYYY-MM-DD'],
  ['30/02/2024', noForm],
  ['30.02.2024', noForm],
  ['2023-02-29 00:00:00', noForm],
  ['soon', noForm],
])('the date %s', (cell, expected) => expect(read('start_date', cell)).toBe(expected));

const decimal = '`rent` must be a number with at most 11 digits before and 4 after the point';
const twoNumbers = '`rent` may be a decimal or thousands: write a point before decimals and nothing else';
const currency = '`rent` has a currency: write the number alone';

test.each([
  ['950.5', 950.5],
  ['1.234', 1.234],
  ['950,50', 950.5],
  ['-0,5', -0.5],
  ['0,125', 0.125],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['1,234,567', 1234567],
  ['1.234.567,5', 1234567.5],
  ['1 234,56', 1234.56],
  ['1\u202f234\u202f567', 1234567],
  ["1'234.50", 1234.5],
  ['1,234', twoNumbers],
  ['€ 950', currency],
  ['950.00 EUR', currency],
  ['12,34,56', decimal],
  ['1.23,456,7', decimal],
  ['1e1', decimal],
  ['1,00001', decimal],
  ['much', decimal],
])('the decimal %s', (cell, expected) => expect(read('rent', cell)).toBe(expected));

test('a coordinate is within its range, which tells decimals from thousands', () => {
  expect(read('address.latitude', '50,938')).toBe(50.938);
  expect(read('address.latitude', '1,234,5')).toMatch(/must be a number from -90 to 90/);
});

test.each([
  ['TRUE', true],
  ['False', false],
  ['1', true],
  ['0', false],
  ['yes', '`is_furnished` must be true or false'],
])('the flag %s', (cell, expected) => expect(read('is_furnished', cell)).toBe(expected));
