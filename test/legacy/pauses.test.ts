/** Which requests are compared when the other side or the thread fails. Each request is counted once. */

import { setTimeout as sleep } from 'node:timers/promises';

import { RememberedCallers } from '../../src/legacy/callers';
import type { Compared, Result, ServedRequest } from '../../src/legacy/comparer';
import { comparisons } from '../../src/legacy/comparisons';

const SAME: Result = { outcome: 'same' };
const UNAVAILABLE: Result = { outcome: 'not_compared', reason: 'own_unavailable' };

const request: ServedRequest = {
  operation: 'leasesForTenant',
  requestId: 'r',
  question: { path: '/', headers: { authorization: 'Bearer t' }, body: Buffer.alloc(0) },
  servedBy: 'legacy',
  answer: { status: 200, headers: {}, bytes: Buffer.alloc(0) },
};

/** The result of each comparison is what `results` begins with; undefined ends the thread. */
function rig(workers = 1) {
  const results: (Result | undefined)[] = [];
  const counted: string[] = [];
  const clock = { ms: 0, threads: 0, asked: 0 };
  const compared = comparisons({
    startThread() {
      clock.threads += 1;
      return {
        async compare(): Promise<Compared> {
          clock.asked += 1;
          await sleep(0);
          const result = results.shift();
          if (result === undefined) throw new Error('ended');
          return { caller: 'jane', result };
        },
        close: async () => undefined,
      };
    },
    callers: new RememberedCallers(),
    queue: { workers, waiting: 10, bytes: 1e6 },
    monotonicNow: () => clock.ms,
    onWaiting: () => undefined,
    onResult: (_request, caller, { outcome, reason }) => void counted.push(`${caller} ${reason ?? outcome}`),
  });
  const offer = async (...next: (Result | undefined)[]): Promise<string[]> => {
    results.push(...next);
    for (let nth = 0; nth < next.length; nth += 1) compared.offer(request);
    while (counted.length < next.length) await sleep(1);
    results.length = 0;
    return counted.splice(0);
  };
  return { clock, compared, counted, offer };
}

test('after four failures in a row nothing is asked, then one request at a time, until one succeeds', async () => {
  const { clock, compared, offer } = rig();
  expect(await offer(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, SAME)).toContain('jane same');
  expect(compared.refusal()).toBeUndefined();
  expect(await offer(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE)).toHaveLength(4);
  expect([compared.refusal(), clock.asked]).toEqual(['own_unavailable', 8]);
  expect(await offer(SAME, SAME)).toEqual(['jane own_unavailable', 'jane own_unavailable']);
  expect(clock.asked).toBe(8);

  clock.ms += 1_000;
  expect(compared.refusal()).toBeUndefined();
  expect(await offer(UNAVAILABLE, SAME)).toEqual(['jane own_unavailable', 'jane own_unavailable']);
  expect(clock.asked).toBe(9);
  clock.ms += 1_000;
  expect(compared.refusal()).toBe('own_unavailable');
  clock.ms += 1_000;
  expect(await offer(SAME)).toEqual(['jane same']);
  expect(compared.refusal()).toBeUndefined();
});

test('requests that fail together begin one short pause, however many they are', async () => {
  const { clock, compared, offer } = rig(9);
  await offer(...Array<Result>(9).fill(UNAVAILABLE));
  expect([compared.refusal(), clock.asked]).toEqual(['own_unavailable', 9]);
  clock.ms += 1_000;
  expect(compared.refusal()).toBeUndefined();
  await offer(UNAVAILABLE);
  clock.ms += 1_000;
  expect(compared.refusal()).toBe('own_unavailable');
});

test.each([429, 502, 503, 504])('the other side is not asked what this one answers with %p', async (status) => {
  const { clock, compared, counted } = rig();
  compared.offer({ ...request, servedBy: 'own', answer: { ...request.answer, status } });
  expect(counted).toEqual(['unknown own_unavailable']);
  expect(clock.asked).toBe(0);
  await compared.close();
});

test('a pause never lasts longer than half a minute', async () => {
  const { clock, compared, offer } = rig();
  await offer(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE);
  for (let nth = 0; nth < 10; nth += 1) {
    clock.ms += 30_000;
    expect(compared.refusal()).toBeUndefined();
    await offer(UNAVAILABLE);
  }
});

test('a thread that ends is replaced after a pause, and all that it compared is counted', async () => {
  const { clock, compared, offer } = rig(4);
  expect(await offer(undefined, undefined, undefined)).toEqual(Array(3).fill('unknown thread_failed'));
  expect([compared.refusal(), clock.threads]).toEqual(['thread_failed', 1]);
  expect(await offer(SAME)).toEqual(['unknown thread_failed']);
  expect(clock.threads).toBe(1);
  clock.ms += 1_000;
  expect(await offer(SAME)).toEqual(['jane same']);
  expect([compared.refusal(), clock.threads]).toEqual([undefined, 2]);
});

test('a request that is not compared has the caller of earlier ones with its token', async () => {
  const { compared, offer } = rig();
  await offer(SAME);
  expect(await offer(undefined)).toEqual(['jane thread_failed']);
  await compared.close();
});
