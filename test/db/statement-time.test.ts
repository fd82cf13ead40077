import type { MysqlPoolConnection } from 'kysely';

import { ConnectionPool } from '../../src/db/pool/pool';
import type { ServerConnection } from '../../src/db/pool/connections';

/** Decision 62: the time limits for a connection and for an answer do not add up. */

/** A server that answers at once; `given` is the time that each statement was given, in milliseconds. */
function countingServer(given: (number | undefined)[]): ServerConnection {
  const connection = {
    isOpen: true,
    thread: { server: '', id: 1 },
    async ask(_sql: string, _parameters: unknown, limitMs: number | undefined) {
      given.push(limitMs);
      return [];
    },
    close: () => connection.onClosed(),
    onClosed: () => undefined,
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
  const pool = new ConnectionPool(async () => countingServer(given), { ...options, monotonicNow: () => now });
  const get = () =>
    new Promise<MysqlPoolConnection>((resolve, reject) =>
      pool.getConnection((error, connection) => (error instanceof Error ? reject(error) : resolve(connection))),
    );
  const ask = (connection: MysqlPoolConnection) =>
    new Promise<void>((resolve) =>
      (connection.query as (sql: string, values: [], done: () => void) => void)('', [], resolve),
    );

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
