/** The performance guard: its verdict on given measurements. */

import { join } from 'node:path';

import { type Limits, limitsOf, mostOf, strangersIn } from '../../bench/guard/limits';
import { judge, type Measured, verdictTable } from '../../bench/guard/verdict';
import { type Case, CASES, caseTitle } from '../../bench/speed/cases';
import { readText } from '../docs/repository';

const limits = JSON.parse(readText(join('bench', 'guard', 'limits.json'))) as Limits;
const [one, other, third] = CASES as [Case, Case, Case];
const LIMITS: Limits = { [caseTitle(one)]: { ratio: 2, margin: 0.25 }, [caseTitle(other)]: { ratio: 3, margin: 0.1 } };

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

test.each<[string, Measured[], Measured[], Case[], boolean[]]>([
  ['a ratio up to the limit and its margin', [{ one, ratio: 2.5 }], [], [], [true]],
  ['noise that is gone', [{ one, ratio: 9 }], [{ one, ratio: 2.1 }], [one], [true]],
  ['a ratio that is too high twice', [{ one, ratio: 2.51 }], [{ one, ratio: 2.6 }], [one], [false]],
  ['a ratio that is too high and not measured again', [{ one, ratio: 9 }], [], [one], [false]],
  ['no measurement', [{ one, ratio: NaN }], [{ one, ratio: NaN }], [one], [false]],
  ['no limit', [{ one: third, ratio: 0.1 }], [], [], [false]],
])('%s', async (_title, first, second, again, passes) => {
  expect(await judged(first, second)).toMatchObject({ asked: again, passes });
});

test('the table names what was measured twice', async () => {
  const high = { one, ratio: 2.51 };
  const { verdicts } = await judged([high, { one: other, ratio: 3 }], [{ one, ratio: 2.6 }]);
  expect(verdictTable(verdicts)).toMatch(/^REST small +2\.60 +2\.00 +2\.50 +FAILS, measured twice$/m);
  expect(verdictTable(verdicts)).toMatch(/^REST leases +3\.00 +3\.00 +3\.30 +passes$/m);
});

test('limits are rewritten with their margins', () => {
  const written = limitsOf(new Map<Case, number>([[one, 1.234]]).set(third, 4), LIMITS);
  expect(written[caseTitle(one)]).toEqual({ ratio: 1.23, margin: 0.25 });
  expect(written[caseTitle(third)]).toEqual({ ratio: 4, margin: expect.any(Number) });
  expect(Object.keys(written)).toHaveLength(2);
});
