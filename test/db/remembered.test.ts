import { Remembered } from '../../src/db/remembered';

let now: number;
let asked: number;
let isAway: boolean;
let years: Remembered<readonly number[]>;

beforeEach(() => {
  [now, asked, isAway] = [0, 0, false];
  years = new Remembered(() => now);
});

function known(): Promise<readonly number[] | string> {
  const ask = async () => {
    asked += 1;
    if (isAway) throw new Error('away');
    return [2020 + asked];
  };
  return years.value(ask).catch((error: Error) => error.message);
}

test('a value is queried once a minute, and concurrent callers share the query', async () => {
  expect(await Promise.all([known(), known()])).toEqual([[2021], [2021]]);
  now = 59_999;
  expect(await known()).toEqual([2021]);
  now = 60_000;
  expect([await known(), asked]).toEqual([[2022], 2]);
});

test('a failure is not kept: the next caller queries again', async () => {
  for (const attempt of [1, 3]) {
    isAway = true;
    expect(await known()).toBe('away');
    isAway = false;
    expect([await known(), await known(), asked]).toEqual([[2021 + attempt], [2021 + attempt], attempt + 1]);
    now += 60_000;
  }
});
