import type { MysqlPoolConnection } from 'kysely';

import { ConnectionPool } from '../../src/db/pool/pool';
import type { Done, ServerConnection } from '../../src/db/pool/connections';

/** Decision 62: the time limits for a connection and for an answer do not add up. */

/** A server that answers at once; `given` is the time that each statement was given, in milliseconds. */
function countingServer(given: (number | undefined)[]): ServerConnection {
  const connection = {
    isOpen: true,
    isGone: false,
    thread: { server: '', id: 1 },
    ask(_sql: string, _parameters: unknown, limitMs: number | undefined, done: Done) {
      given.push(limitMs);
      done(null, []);
    },
    close: () => connection.onGone(),
    cut: () => connection.onGone(),
    onGone: () => undefined,
  };
  return connection as unknown as ServerConnection;
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] }));
afterEach(() => jest.useRealTimers());

test.each([
  ['all of it after no wait', 0, [2_300, 2_300]],
  ['less by what the caller waited', 900, [1_400, 2_300]],
  ['half of it at least', 4_000, [1_150, 2_300]],
])('decision 62: the time limit of the first statement of a caller, %s', async (_title, waitedMs, expected) => {
  let now = 0;
  const given: (number | undefined)[] = [];
  const options = { poolSize: 1, connectTimeoutMs: 60_000, statementTimeoutMs: 2_000, observer: {} };
  const pool = new ConnectionPool(
    (opened) => {
      setImmediate(() => opened(null, countingServer(given)));
      return () => undefined;
    },
    { ...options, monotonicNow: () => now },
  );
  const get = () =>
    new Promise<MysqlPoolConnection>((resolve, reject) =>
      pool.getConnection((error, connection) => (error instanceof Error ? reject(error) : resolve(connection))),
    );
  const ask = (connection: MysqlPoolConnection) =>
    new Promise((resolve) => (connection.query as (sql: string, values: [], done: Done) => void)('', [], resolve));

  const first = await get();
  const waiting = get();
  now += waitedMs;
  first.release();
  const second = await waiting;
  await ask(second);
  await ask(second);
  expect(given).toEqual(expected);
  second.release();
  const ended = new Promise((resolve) => pool.end(resolve));
  jest.runAllTimers();
  await ended;
});
