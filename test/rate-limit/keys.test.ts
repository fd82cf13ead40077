import { ServerResponse } from 'node:http';

import type { ServiceError } from '../../src/errors';
import { callerLimit, requestWindows } from '../../src/rate-limit/caller-limit';

/** The key under which a caller is counted. Its length is limited, since the windows of 100,000 callers are kept. */

async function keyOf(subject: string | null): Promise<string | null> {
  const keys: (string | null)[] = [];
  const limit = callerLimit({ requests: 1, windowSeconds: 60 }, (key) => {
    keys.push(key);
    return { passes: true, remaining: 0, seconds: 60 };
  });
  limit({ subject } as Parameters<typeof limit>[0], new ServerResponse({ method: 'POST' } as never));
  expect(keys).toHaveLength(1);
  return keys[0]!;
}

test.each([null, '', 'ann', 'x'.repeat(255)])('a subject of up to 255 characters is its own key', async (subject) => {
  expect(await keyOf(subject)).toBe(subject);
});

test('the key of a longer subject is its hash of 44 characters', async () => {
  const long = [256, 257, 100_000].map((length) => 'x'.repeat(length));
  const keys = await Promise.all(long.map(keyOf));
  expect(keys.map((key) => key?.length)).toEqual([44, 44, 44]);
  expect(new Set(keys).size).toBe(3);
});

test('the response has the limit with its window, and what is left of both', () => {
  const limit = callerLimit({ requests: 7, windowSeconds: 60 }, () => ({ passes: true, remaining: 5, seconds: 48 }));
  const response = new ServerResponse({ method: 'POST' } as never);
  limit({ subject: 'ann' } as Parameters<typeof limit>[0], response);
  expect(response.getHeaders()).toEqual({
    'ratelimit-policy': '"default";q=7;w=60',
    ratelimit: '"default";r=5;t=48',
  });
});

test('a refusal says when the caller may retry', () => {
  let now = 0;
  const count = requestWindows({ requests: 1, windowSeconds: 60 }, () => now);
  const limit = callerLimit({ requests: 1, windowSeconds: 60 }, count);
  const caller = { subject: 'ann' } as Parameters<typeof limit>[0];
  const response = () => new ServerResponse({ method: 'POST' } as never);
  const refusal = (): unknown => {
    try {
      limit(caller, response());
      return false;
    } catch (error) {
      return (error as ServiceError).retryAfter;
    }
  };
  for (let window = 0; window < 2; window += 1) {
    expect(refusal()).toBe(false);
    now += 12_600;
    expect([refusal(), refusal()]).toEqual([48, 48]);
    now += 48_000;
  }
});
