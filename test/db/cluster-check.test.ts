import { checkSchema } from '../../src/db/schema-check';
import { fittingSchema, stubDatabase } from './stub-database';

/** Decision 47: `wsrep_sync_wait` is a set of bits, and the first is for reads. */

const problemsOf = async (answer: () => unknown) => {
  const server = (statement: string) => (statement.includes('wsrep_sync_wait') ? answer() : fittingSchema(statement));
  return (await checkSchema(stubDatabase(server))).problems;
};

// The second bit waits before UPDATE and DELETE alone, the third one before INSERT and REPLACE alone.
test.each([
  ...[1, '1', 'ON'].flatMap((isOn) => [0, '2', 4, 8].map((waits) => [isOn, waits, false])),
  ...[1, '3', 15].map((waits) => ['ON', waits, true]),
  ...[0, '0', 'OFF', null, undefined].map((isOff) => [isOff, 0, true]),
])('a server with wsrep_on = %s and wsrep_sync_wait = %s is fit: %s', async (is_node, waits_for, isFit) => {
  const stale = expect.stringContaining('set wsrep_sync_wait to 1 on every node');
  expect(await problemsOf(() => [{ is_node, waits_for }])).toEqual(isFit ? [] : [stale]);
});

test('a server without cluster support is fit, and a server that cannot be queried is an error', async () => {
  const failing = (errno: number) => problemsOf(() => Promise.reject(Object.assign(new Error('no answer'), { errno })));
  expect(await failing(1193)).toEqual([]);
  await expect(failing(2013)).rejects.toMatchObject({ errno: 2013 });
});
