import { monthOf, monthStreams } from '../../src/db/search/streams';
import type { LeaseMonth, VisibleRecords } from '../../src/db/visible-records';

/** Every month from one on. */
function monthsFrom(first: number, count: number): number[] {
  const start = Math.floor(first / 100) * 12 + (first % 100) - 1;
  return Array.from({ length: count }, (_, nth) => Math.floor((start + nth) / 12) * 100 + ((start + nth) % 12) + 1);
}

/** Leases that start, or end, in these months and in no other. */
const LEASES = {
  start_month: [101, 199_906, 199_912, ...monthsFrom(201_001, 130), 202_603, 202_604],
  end_month: [202_602, 202_603, ...monthsFrom(202_604, 130), 210_101, 999_912],
} as const;

async function readMonths(column: LeaseMonth, month: number): Promise<number[]> {
  const records = {
    firstMonth: async (of: LeaseMonth, first: number, last: number) =>
      LEASES[of].find((one) => one >= first && one <= last) ?? null,
  };
  const { streams } = await monthStreams(records as unknown as VisibleRecords, column, month);
  for (const { index, where } of streams) {
    expect([index, where?.text]).toEqual([`leases_by_${column}`, `\`l\`.\`${column}\` = ?`]);
  }
  return streams.flatMap(({ where }) => where?.values as number[]);
}

test.each([
  ['start_month', LEASES.start_month.filter((month) => month <= 202_603)],
  ['end_month', LEASES.end_month.filter((month) => month >= 202_603)],
] as const)(
  'the streams by %s hold every lease on its side of the day, however far off, and each once',
  async (column, all) => {
    const read = await readMonths(column, monthOf('2026-03-15'));
    expect(read).toEqual([...new Set(read)].sort((a, b) => a - b));
    expect(read.filter((month) => all.includes(month as never))).toEqual(all);
    expect(read.every((month) => (column === 'start_month' ? month <= 202_603 : month >= 202_603))).toBe(true);
  },
);

test('a month without leases is not read', async () => {
  expect(await readMonths('start_month', 100)).toEqual([]);
});
