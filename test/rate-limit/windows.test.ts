import { requestWindows } from '../../src/rate-limit/caller-limit';

/** Decision 55: the windows in which the requests of a caller are counted. */

let now: number;
beforeEach(() => (now = 0));

const windows = (requests: number, windowSeconds: number, mostCallers?: number) =>
  requestWindows({ requests, windowSeconds }, () => now, mostCallers);

test('a window begins with the first request and allows the limit; the next window allows it again', () => {
  const count = windows(2, 10);
  // In floating point the window would end later than its length after this moment.
  now = 700.6;
  expect(count('ann')).toEqual({ passes: true, remaining: 1, seconds: 10 });
  now = 1_701;
  expect(count('ann')).toEqual({ passes: true, remaining: 0, seconds: 9 });
  expect(count('ann')).toEqual({ passes: false, remaining: 0, seconds: 9 });
  now = 10_699;
  expect(count('ann')).toEqual({ passes: false, remaining: 0, seconds: 1 });
  for (const next of [10_700, 20_700]) {
    now = next;
    expect(count('ann')).toEqual({ passes: true, remaining: 1, seconds: 10 });
    expect(count('ann')).toEqual({ passes: true, remaining: 0, seconds: 10 });
    expect(count('ann')).toEqual({ passes: false, remaining: 0, seconds: 10 });
  }
});

test('a caller that waits for the seconds of a refusal passes, at whatever moment it was refused', () => {
  const count = windows(1, 7);
  for (let step = 0; step < 500; step += 1) {
    now += 137.3;
    if (count('ann').passes) continue;
    const { seconds } = count('ann');
    const refusedAt = now;
    expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
    now = refusedAt + seconds * 1000;
    expect(count('ann').passes).toBe(true);
    now = refusedAt;
  }
});

test('each caller has its own window, and callers without a subject share one', () => {
  const count = windows(1, 10);
  expect(count('ann').passes).toBe(true);
  now = 4_000;
  expect(count('ben')).toEqual({ passes: true, remaining: 0, seconds: 10 });
  expect(count('ann')).toEqual({ passes: false, remaining: 0, seconds: 6 });
  expect(count(null).passes).toBe(true);
  expect(count(null).passes).toBe(false);
  expect(count('').passes).toBe(true);
});

test('a window is kept until its end, however many others begin and end meanwhile', () => {
  const count = windows(1, 10);
  for (let second = 0; second < 100; second += 1) {
    now = second * 1000;
    expect(count(`caller ${second}`).passes).toBe(true);
    for (let ago = 1; ago < Math.min(second, 10); ago += 1)
      expect([second, ago, count(`caller ${second - ago}`).passes]).toEqual([second, ago, false]);
  }
});

test('with more callers than are kept, the later half keep their windows and the others get new ones', () => {
  const count = windows(1, 10, 8);
  for (let nth = 1; nth <= 9; nth += 1) expect(count(`caller ${nth}`).passes).toBe(true);
  for (let nth = 5; nth <= 9; nth += 1) expect(count(`caller ${nth}`).passes).toBe(false);
  for (let nth = 1; nth <= 4; nth += 1) expect(count(`caller ${nth}`).passes).toBe(true);
});

/** The maps in which `work` keeps windows. */
function mapsOf(work: () => void): Map<unknown, unknown>[] {
  const set = jest.spyOn(Map.prototype, 'set');
  work();
  const maps = new Set(set.mock.contexts as Map<unknown, unknown>[]);
  set.mockRestore();
  return [...maps];
}

test('150,000 callers take no more memory than the maximum that is kept', () => {
  const count = windows(1, 86_400);
  const maps = mapsOf(() => {
    for (let nth = 0; nth < 150_000; nth += 1) count(`caller ${nth}`);
  });
  // The last two generations are kept.
  expect(maps.map(({ size }) => size)).toEqual([50_000, 50_000, 50_000]);
});

test('ended windows are dropped, however few callers there are', () => {
  const count = windows(2, 10);
  const maps = mapsOf(() => {
    for (; now < 100_000; now += 10_000) count(`caller at ${now}`);
  });
  // One generation per window length.
  expect(maps).toHaveLength(10);
});
