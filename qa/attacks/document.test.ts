import { section, tableRows } from '../../test/docs/markdown';
import { readText } from '../../test/docs/repository';
import { saidOf } from './rows/document';
import { ROWS } from './rows/measures';

test('docs/evidence/attacks.md has every row, what it sends, and what was measured before the fix', () => {
  const rows = tableRows(section(readText('docs/evidence/attacks.md'), 'The rows'));
  expect(rows.map(([row, sent]) => [row, sent])).toEqual(ROWS.map(saidOf));
  for (const [row, , before] of rows) expect({ row, before }).toEqual({ row, before: expect.stringMatching(/\d/) });
});
