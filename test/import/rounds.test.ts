import { pauseAfter, repeatRounds, type Round } from '../../src/import/rounds';

/** Runs rounds that take a second each until `outcomes` is used up. */
async function rounds(
  outcomes: readonly boolean[],
  fullEveryMs?: number,
): Promise<{ runs: Round[]; pauses: number[] }> {
  const stopping = new AbortController();
  const runs: Round[] = [];
  const pauses: number[] = [];
  let time = 0;
  await repeatRounds({
    everyMs: 10_000,
    fullEveryMs,
    signal: stopping.signal,
    monotonicNow: () => time,
    async pause(ms) {
      pauses.push(ms);
      time += ms;
    },
    async run(round) {
      runs.push(round);
      time += 1_000;
      if (runs.length === outcomes.length) stopping.abort();
      return outcomes[runs.length - 1] ?? false;
    },
  });
  return { runs, pauses };
}

test('rounds begin at fixed intervals, and a failed one is repeated after growing pauses', async () => {
  const { runs, pauses } = await rounds([true, true, false, false, false, true, true]);
  expect(pauses).toEqual([9_000, 9_000, 1_000, 2_000, 4_000, 9_000]);
  expect(runs.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(runs.every(({ recent }) => !recent)).toBe(true);
});

test('rounds of recent changes between complete ones, of which a failed one is repeated as such', async () => {
  const { runs } = await rounds([false, true, true, true, true, false, true, true], 25_000);
  expect(runs.map(({ recent }) => recent)).toEqual([false, false, true, true, false, true, true, true]);
});

test('a pause is never longer than five minutes or the interval', () => {
  expect(pauseAfter(30, 3_600_000)).toBe(300_000);
  expect(pauseAfter(30, 10_000)).toBe(10_000);
});
