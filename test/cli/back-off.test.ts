import { backOff } from '../../src/cli/workers';

test('the first five in a row that die young are replaced at once, then the pauses double up to 30 s', () => {
  const pause = backOff();
  expect(Array.from({ length: 14 }, () => pause(100))).toEqual([
    ...Array<number>(5).fill(0),
    ...[500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000],
  ]);
});

test('a process that lived long resets the pauses', () => {
  const pause = backOff();
  for (let death = 1; death <= 8; death += 1) pause(100);
  expect(pause(10_000)).toBe(4_000);
  expect(pause(10_001)).toBe(0);
  expect(Array.from({ length: 6 }, () => pause(100))).toEqual([0, 0, 0, 0, 0, 500]);
});
