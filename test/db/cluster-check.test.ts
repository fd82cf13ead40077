import { clusterProblem } from '../../src/db/schema-check';
import { stubDatabase } from './stub-database';

/** Decision 47: `wsrep_sync_wait` is a set of bits, and the first is for reads. */

const problemOf = (is_node: unknown, waits_for: unknown) =>
  clusterProblem(stubDatabase(() => [{ alive: 1, is_node, waits_for }]));

const STALE = expect.stringContaining('set wsrep_sync_wait to 1 on every node');

// The second bit waits before UPDATE and DELETE alone, the third one before INSERT and REPLACE alone.
test.each([0, 2, 4, 6, 8])('a node with wsrep_sync_wait = %d is stale', async (waits) => {
  for (const isOn of [1, '1', 'ON']) expect(await problemOf(isOn, String(waits))).toEqual(STALE);
});

test.each([
  [1, 1],
  [1, '3'],
  ['ON', 15],
  ...[0, '0', 'OFF', null, undefined].map((isOff) => [isOff, 0]),
  [0, undefined],
])('wsrep_on = %s with wsrep_sync_wait = %s is fit', async (isOn, waits) => {
  expect(await problemOf(isOn, waits)).toBeNull();
});

test('a server without cluster support is fit, and a server that cannot be queried is an error', async () => {
  const failing = (errno: number) =>
    clusterProblem(stubDatabase(() => Promise.reject(Object.assign(new Error('no answer'), { errno }))));
  expect(await failing(1193)).toBeNull();
  await expect(failing(2013)).rejects.toMatchObject({ errno: 2013 });
});
