import { setTimeout as sleep } from 'node:timers/promises';

import { recentProblems } from '../../src/server/admin';

/** How old a verdict of `/readyz` may be. The clock stands still unless the test moves it. */

let now: number;
/** Ends each look that has begun, with what it has seen. */
let looks: ((verdict: string) => void)[];
let problems: () => Promise<readonly string[]>;

beforeEach(() => {
  [now, looks] = [0, []];
  const ask = () => new Promise<string[]>((resolve) => looks.push((verdict) => resolve([verdict])));
  problems = recentProblems(ask, () => now);
});

/** Ends the look that runs. @returns what a probe that asked before is told */
function see(verdict: string): Promise<readonly string[]> {
  const told = problems();
  looks.at(-1)!(verdict);
  return told;
}

test('a result is used for a second from the start of its check, and concurrent probes share it', async () => {
  const early = problems();
  now = 300;
  expect([await see('away'), await early, looks.length]).toEqual([['away'], ['away'], 1]);
  now = 999;
  expect([await problems(), looks.length]).toEqual([['away'], 1]);
  now = 1_000;
  expect([await see('fit'), looks.length]).toEqual([['fit'], 2]);
  now = 1_999;
  expect(await problems()).toEqual(['fit']);
  now = 2_000;
  expect([await see('away'), looks.length]).toEqual([['away'], 3]);
});

test.each(['fit', 'away'])(
  'while the next check takes long, “%s” is reported for 15 s, and then no more',
  async (before) => {
    await see(before);
    for (now of [1_000, 14_999]) expect([await problems(), looks.length]).toEqual([[before], 2]);
    now = 15_000;
    const late = problems();
    // Longer than a probe waits while the verdict before is still good.
    await sleep(100);
    looks.at(-1)!('changed');
    expect([await late, looks.length]).toEqual([['changed'], 2]);
    // As the look began when the first probe found the verdict old.
    expect([await see('changed again'), looks.length]).toEqual([['changed again'], 3]);
  },
);
