import { section, tableRows } from '../../test/docs/markdown';
import { readText } from '../../test/docs/repository';
import { HEADINGS, saidOf } from './document';
import { FAULTS } from './faults';
import { TARGETS } from './targets';

const PAGE = 'docs/evidence/faults.md';

test('there are 28 faults, each with its number', () => {
  expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 28 }, (_, nth) => nth + 1));
});

test.each([
  ['faults', FAULTS],
  ['targets', TARGETS],
] as const)(
  'docs/evidence/faults.md lists each of the %s, how it is driven and what is expected, with what was measured',
  (name, list) => {
    const rows = tableRows(section(readText(PAGE), HEADINGS[name]));
    expect(rows.map((row) => row.slice(0, -1))).toEqual(list.map(saidOf));
    for (const row of rows) expect(row.at(-1)).toMatch(/\((?:MariaDB|MySQL) [0-9.]+(?:, [^)]+)?\)$/);
  },
);
