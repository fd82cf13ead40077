import { setTimeout as sleep } from 'node:timers/promises';

import { boundedQueue } from '../../src/legacy/queue';

function heldQueue(limits: { workers: number; waiting: number; bytes: number }) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let waiting = 0;
  const work = (job: string): Promise<void> => {
    begun.push(job);
    return new Promise((resolve) => ends.push(resolve));
  };
  const queue = boundedQueue(limits, work, (more) => (waiting += more));
  return { queue, begun, endFirst: () => ends.shift()?.(), waiting: () => waiting };
}

test('a fixed number of workers, in order, and what does not fit is refused', async () => {
  const { queue, begun, endFirst, waiting } = heldQueue({ workers: 2, waiting: 2, bytes: 100 });
  expect(['a', 'b', 'c', 'd', 'e'].map((job) => queue.offer(job, 1))).toEqual([true, true, true, true, false]);
  expect([begun, waiting()]).toEqual([['a', 'b'], 2]);
  endFirst();
  await sleep(0);
  expect([begun, waiting()]).toEqual([['a', 'b', 'c'], 1]);
  expect(queue.offer('f', 1)).toBe(true);
});

test('the bytes of what waits are limited, and given back', async () => {
  const { queue, endFirst } = heldQueue({ workers: 1, waiting: 10, bytes: 100 });
  expect([queue.offer('a', 100), queue.offer('b', 60), queue.offer('c', 60)]).toEqual([true, true, false]);
  endFirst();
  await sleep(0);
  expect(queue.offer('c', 60)).toBe(true);
});

test('closing drops what waits and ends with the rest', async () => {
  const { queue, begun, endFirst, waiting } = heldQueue({ workers: 1, waiting: 10, bytes: 100 });
  queue.offer('a', 1);
  queue.offer('b', 1);
  let closed = false;
  const closing = queue.close().then(() => (closed = true));
  await sleep(0);
  expect([closed, waiting()]).toEqual([false, 0]);
  endFirst();
  await closing;
  expect(begun).toEqual(['a']);
});
