import fc from 'fast-check';

import { datePieces } from '../../src/db/search/streams';

const DAY = 86_400_000;
const text = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Around the turns of centuries, with and without a leap day; up to three years long. */
const range = fc
  .record({
    year: fc.constantFrom(1900, 2000, 2100, 2024),
    begin: fc.integer({ min: -500, max: 500 }),
    length: fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 1100 })),
  })
  .map(({ year, begin, length }) => {
    const first = Date.UTC(year, 1, 28) + begin * DAY;
    return [first, first + length * DAY] as const;
  });

const monthsOfYear = (year: number): number[] => Array.from({ length: 12 }, (_, month) => year * 100 + month + 1);

/** Every day of a month, by the calendar of JavaScript. */
function daysOfMonth(month: number): string[] {
  const [year, first] = [Math.floor(month / 100), (month % 100) - 1];
  const count = new Date(Date.UTC(year, first + 1, 0)).getUTCDate();
  return Array.from({ length: count }, (_, nth) => text(Date.UTC(year, first, nth + 1)));
}

test('the pieces of a range have each of its days once, only days that exist, and are few', () => {
  fc.assert(
    fc.property(range, ([first, last]) => {
      const { years, months, days } = datePieces(text(first), text(last));
      expect([days.length <= 60, months.length <= 22]).toEqual([true, true]);
      const [from, to] = years ?? [1, 0];
      const whole = Array.from({ length: to - from + 1 }, (_, nth) => from + nth).flatMap(monthsOfYear);
      const pieces = [...days, ...[...whole, ...months].flatMap(daysOfMonth)].sort();
      expect(pieces).toEqual(Array.from({ length: (last - first) / DAY + 1 }, (_, nth) => text(first + nth * DAY)));
    }),
    { numRuns: 500 },
  );
});

test('a range that ends before it begins has no pieces', () => {
  expect(datePieces('2026-01-02', '2026-01-01')).toEqual({ years: null, months: [], days: [] });
});
