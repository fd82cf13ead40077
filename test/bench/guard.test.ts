/** The performance guard: its verdict on given measurements. */

import { join } from 'node:path';

import { type Limits, mostOf, strangersIn } from '../../bench/guard/limits';
import { judge, type Measured } from '../../bench/guard/verdict';
import { type Case, CASES, caseTitle } from '../../bench/speed/cases';
import { readText } from '../docs/repository';

const limits = JSON.parse(readText(join('bench', 'guard', 'limits.json'))) as Limits;
const [one, other] = CASES as [Case, Case];
const LIMITS: Limits = { [caseTitle(one)]: { ratio: 2, margin: 0.25 } };

/** Judges first measurements, and second ones if the guard requests them. */
async function judged(first: readonly Measured[], second: readonly Measured[] = []) {
  const asked: Case[] = [];
  const verdicts = await judge(first, LIMITS, async (cases) => {
    asked.push(...cases);
    return second;
  });
  return { asked, passes: verdicts.map(({ passes }) => passes) };
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
  ['no limit', [{ one: other, ratio: 0.1 }], [], [], [false]],
])('%s', async (_title, first, second, again, passes) => {
  expect(await judged(first, second)).toEqual({ asked: again, passes });
});
