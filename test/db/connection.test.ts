/** A connection in the pool and its socket: what closes it, and what then becomes of its statement. */

import { createConnection } from 'mysql2';

import { readDatabaseAddress } from '../../src/config/settings';
import { connectionOptions } from '../../src/db/connect';
import { ServerConnection, socketOf } from '../../src/db/pool/connection';
import { databaseForAllTests, onServer } from '../support/database';
import { threadsOf } from '../support/server-threads';
import { until } from '../support/until';
import { proxyTo } from './proxy';

const LOST = /^(?:ECONNRESET|PROTOCOL_CONNECTION_LOST)$/;
const database = databaseForAllTests();

async function open() {
  const proxy = await proxyTo(database.url);
  const driver = createConnection({ ...connectionOptions(readDatabaseAddress({ DATABASE_URL: proxy.url })) });
  const connection = new ServerConnection(driver, 'mysql');
  const closed = jest.fn();
  connection.onClosed = closed;
  expect(await connection.ask('select ? as n', [7], undefined)).toEqual([{ n: 7 }]);
  const isCut = () => [connection.isOpen, socketOf(driver).destroyed].join();
  return { proxy, driver, connection, closed, isCut };
}

afterEach(() =>
  until(async () => {
    const name = new URL(database.url).pathname.slice(1);
    const threads = await onServer((server) => threadsOf(server, name));
    return threads.every(({ statement }) => statement === null);
  }),
);

test('a statement without an answer in time is a timeout, and its connection is cut at once', async () => {
  const { proxy, connection, closed, isCut } = await open();
  proxy.silence();
  await expect(connection.ask('select 1', [], 50)).rejects.toMatchObject({
    reason: 'timeout',
    cause: { message: 'the server did not answer a statement' },
  });
  expect(isCut()).toBe('false,true');
  await until(() => connection.isClosed);
  expect(closed).toHaveBeenCalledTimes(1);
  await proxy.cut();
});

test('a failure that the driver reports for the connection alone cuts it, and its statement is lost', async () => {
  const { proxy, driver, connection, closed, isCut } = await open();
  proxy.silence();
  const statement = connection.ask('select 1', [], 60_000);
  driver.emit('error', new Error('failed'));
  expect(isCut()).toBe('false,true');
  await expect(statement).rejects.toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST', message: 'the connection ended' });
  expect([connection.isClosed, closed.mock.calls.length]).toEqual([true, 1]);
  await proxy.cut();
});

test('a connection that the server closes is closed, and an idle one is closed in the regular way', async () => {
  const [one, other] = [await open(), await open()];
  const statement = one.connection.ask('select sleep(100)', [], undefined);
  await Promise.all([expect(statement).rejects.toMatchObject({ code: expect.stringMatching(LOST) }), one.proxy.cut()]);
  await until(() => one.connection.isClosed);
  other.connection.close();
  expect([other.connection.isOpen, other.connection.isClosed]).toEqual([false, false]);
  await until(() => other.connection.isClosed);
  expect([one.closed.mock.calls.length, other.closed.mock.calls.length]).toEqual([1, 1]);
  await other.proxy.cut();
});
