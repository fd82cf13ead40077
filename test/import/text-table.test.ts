import { TextTable } from '../../ingest/import/text-table';

test('a table finds each of many texts with its numbers, and no other text', () => {
  const table = new TextTable();
  const texts = Array.from({ length: 50_000 }, (_, index) => `Straße ${index}`.repeat(1 + (index % 3)));
  for (const [index, text] of ['', ...texts].entries()) table.setNumber(table.add(text), 1, index + 1);
  expect(texts.map((text) => table.add(text))).toEqual(texts.map((text) => table.find(text)));
  expect(texts.findIndex((text, index) => table.numberAt(table.find(text), 1) !== index + 2)).toBe(-1);
  expect(texts.findIndex((text) => table.textAt(table.find(text)) !== text)).toBe(-1);
  expect(table.numberAt(table.find(''), 1)).toBe(1);
  expect(['Straße', 'Straße 50000', 'straße 1'].map((text) => table.find(text))).toEqual([0, 0, 0]);
  expect([table.numberAt(0, 1), table.numberAt(0, 2)]).toEqual([0, 0]);
});

test('a text that is only appended is not found', () => {
  const table = new TextTable();
  const address = table.append('tenant');
  expect([table.textAt(address), table.find('tenant')]).toEqual(['tenant', 0]);
});
