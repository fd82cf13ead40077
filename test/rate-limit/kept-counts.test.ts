/** What is kept for callers: no long subject and no ended window. */

import type { ServerResponse } from 'node:http';

import { callerLimit, requestWindows } from '../../src/rate-limit/caller-limit';

const LIMIT = { requests: 2, windowSeconds: 10 };

test('a subject of up to 255 characters is counted by its text, a longer one by a hash of 44', () => {
  const keys: (string | null)[] = [];
  const limit = callerLimit(LIMIT, (key) => {
    keys.push(key);
    return { passes: true, remaining: 1, seconds: 10 };
  });
  const response = { setHeader: () => undefined } as unknown as ServerResponse;
  for (const subject of [null, 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(12_000)]) {
    limit({ subject, token: { kind: 'jwt', id: null }, tokenExpiresAt: null, groups: { kind: 'all' } }, response);
  }
  expect(keys.slice(0, 2)).toEqual([null, 'x'.repeat(255)]);
  expect(keys.slice(2).map((key) => key?.length)).toEqual([44, 44]);
  expect(new Set(keys).size).toBe(4);
});

test('ended windows are dropped, however few callers there are', () => {
  const clock = { now: 0 };
  const count = requestWindows(LIMIT, () => clock.now);
  const set = jest.spyOn(Map.prototype, 'set');
  const maps = () => new Set(set.mock.contexts);
  for (; clock.now < 100_000; clock.now += 10_000) {
    count(`caller at ${clock.now}`);
    // One generation per window length.
    expect(maps().size).toBe(1 + clock.now / 10_000);
  }
  set.mockRestore();
});
