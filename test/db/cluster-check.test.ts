import { clusterProblem } from '../../src/db/schema-check';
import { createTestDatabase } from '../support/database';
import { stubDatabase } from './stub-database';

/** Decision 47: `wsrep_sync_wait` is a set of bits, and the first is for reads. */

const problemOf = (is_node: unknown, waits_for: unknown) =>
  clusterProblem(stubDatabase(() => [{ alive: 1, is_node, waits_for }]));

const STALE = expect.stringContaining('set wsrep_sync_wait to 1 on every node');

test.each([
  [0, STALE],
  [1, null],
  // Waits before UPDATE and DELETE alone, before INSERT and REPLACE alone, and before both.
  [2, STALE],
  [4, STALE],
  [6, STALE],
  [3, null],
  [7, null],
  [8, STALE],
  [15, null],
])('a node with wsrep_sync_wait = %s', async (waits, problem) => {
  for (const isOn of [1, '1', 'ON'])
    for (const value of [waits, String(waits)]) expect(await problemOf(isOn, value)).toEqual(problem);
});

test.each([0, '0', 'OFF', null, undefined])('a server with wsrep_on = %s is not a node', async (isOn) => {
  expect(await problemOf(isOn, 0)).toBeNull();
  expect(await problemOf(isOn, undefined)).toBeNull();
});

test('a server without cluster support is fit, and a server that cannot be queried is an error', async () => {
  const failing = (errno: number) =>
    clusterProblem(stubDatabase(() => Promise.reject(Object.assign(new Error('no answer'), { errno }))));
  expect(await failing(1193)).toBeNull();
  await expect(failing(2013)).rejects.toMatchObject({ errno: 2013 });
});

test('the server of the tests is not a node', async () => {
  const { db, drop } = await createTestDatabase();
  expect(await clusterProblem(db)).toBeNull();
  await drop();
});
