/** The performance guard: its verdict on given measurements. */

import { join } from 'node:path';

import { type Limits, limitsOf, mostOf, strangersIn } from '../../bench/guard/limits';
import { judge, type Measured, verdictTable } from '../../bench/guard/verdict';
import { type Case, CASES, caseTitle } from '../../bench/speed/cases';
import { readText } from '../docs/repository';

const limits = JSON.parse(readText(join('bench', 'guard', 'limits.json'))) as Limits;
const [one, other] = CASES as [Case, Case];
const LIMITS: Limits = {
  [caseTitle(one)]: { ratio: 2, margin: 0.25 },
  [caseTitle(other)]: { ratio: 3, margin: 0.1 },
};

/** Judges first measurements, and second ones if the guard requests them. */
async function judged(first: readonly Measured[], second: readonly Measured[] = []) {
  const asked: Case[] = [];
  const verdicts = await judge(first, LIMITS, async (cases) => {
    asked.push(...cases);
    return second;
  });
  return { asked, passes: verdicts.map(({ passes }) => passes), verdicts };
}

test('every case has a limit with a margin for noise, and every limit has a case', () => {
  for (const title of CASES.map(caseTitle)) expect(mostOf(limits[title]!)).toBeGreaterThan(limits[title]!.ratio);
  expect(strangersIn(limits)).toEqual([]);
  expect(strangersIn({ ...limits, 'REST large': LIMITS[caseTitle(one)]! })).toEqual(['REST large']);
});

test('a ratio passes up to its limit plus margin', async () => {
  expect(
    await judged([
      { one, ratio: 2.5 },
      { one: other, ratio: 1 },
    ]),
  ).toMatchObject({ asked: [], passes: [true, true] });
});

test('a case beyond its limit is measured again alone, and fails if it exceeds the limit again', async () => {
  const first = [
    { one, ratio: 2.51 },
    { one: other, ratio: 3 },
  ];
  const { asked, passes, verdicts } = await judged(first, [{ one, ratio: 2.6 }]);
  expect({ asked, passes }).toEqual({ asked: [one], passes: [false, true] });
  expect(verdictTable(verdicts)).toMatch(/^REST small +2\.60 +2\.00 +2\.50 +FAILS, measured twice$/m);
  expect(verdictTable(verdicts)).toMatch(/^REST leases +3\.00 +3\.00 +3\.30 +passes$/m);
});

test('temporary noise is not a failure', async () => {
  const { passes } = await judged([{ one, ratio: 9 }], [{ one, ratio: 2.1 }]);
  expect(passes).toEqual([true]);
});

test('a case fails without a limit, without a measurement, or if it is not measured again', async () => {
  const [third] = CASES.slice(2) as [Case];
  expect(await judged([{ one: third, ratio: 0.1 }])).toMatchObject({ asked: [], passes: [false] });
  expect((await judged([{ one, ratio: NaN }], [{ one, ratio: NaN }])).passes).toEqual([false]);
  expect((await judged([{ one, ratio: 9 }], [])).passes).toEqual([false]);
});

test('limits are rewritten with their margins', () => {
  const [third] = CASES.slice(2) as [Case];
  const written = limitsOf(
    new Map([
      [one, 1.234],
      [third, 4],
    ]),
    LIMITS,
  );
  expect(written[caseTitle(one)]).toEqual({ ratio: 1.23, margin: 0.25 });
  expect(written[caseTitle(third)]).toEqual({ ratio: 4, margin: expect.any(Number) });
  expect(Object.keys(written)).toHaveLength(2);
});
