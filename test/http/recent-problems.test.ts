import { setTimeout as sleep } from 'node:timers/promises';

import { recentProblems } from '../../src/server/admin';
import { until } from '../support/until';

/** A look that waits for the test, beside a clock that stands until the test moves it. */
function rig() {
  const one = { clock: 0, looks: 0, answer: (_problems: readonly string[]): void => undefined };
  const problems = recentProblems(
    () =>
      new Promise((resolve) => {
        one.looks += 1;
        one.answer = resolve;
      }),
    () => one.clock,
  );
  return Object.assign(one, { problems });
}

test('the age of a result counts from the start of its check, and after a second there is a new check', async () => {
  const one = rig();
  const first = one.problems();
  one.clock = 700;
  one.answer(['away']);
  expect(await first).toEqual(['away']);
  one.clock = 999;
  expect([await one.problems(), one.looks]).toEqual([['away'], 1]);
  one.clock = 1_000;
  const second = one.problems();
  expect(one.looks).toBe(2);
  one.answer([]);
  expect([await second, await one.problems(), one.looks]).toEqual([[], [], 2]);
});

test('while a check takes long the last result is used, for at most 15 seconds', async () => {
  const one = rig();
  const first = one.problems();
  one.answer([]);
  await first;
  one.clock = 14_999;
  expect(await one.problems()).toEqual([]);
  one.clock = 15_000;
  let said: readonly string[] | undefined;
  void one.problems().then((found) => (said = found));
  // Several times as long as a verdict that still stands is waited for.
  await sleep(200);
  expect([said, one.looks]).toEqual([undefined, 2]);
  one.answer(['does not answer']);
  expect(await until(() => said)).toEqual(['does not answer']);
});
