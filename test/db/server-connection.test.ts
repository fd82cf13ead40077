import { EventEmitter } from 'node:events';

import type { Connection } from 'mysql2';

import { type Done, ServerConnection } from '../../src/db/pool/connections';

/** What a statement leaves on its connection. A stub replaces the driver. */

class StubSocket extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

class StubDriver extends EventEmitter {
  readonly stream = new StubSocket();
  answer: Done = () => undefined;
  query(_sql: string, _parameters: unknown[], done: Done): void {
    this.answer = done;
  }
  destroy(): void {}
}

let driver: StubDriver;
let connection: ServerConnection;

beforeEach(() => {
  jest.useFakeTimers();
  driver = new StubDriver();
  connection = new ServerConnection(driver as unknown as Connection, { server: 'one', id: 1 });
});
afterEach(() => jest.useRealTimers());

/** Runs a statement with a time limit of a second. @returns what its caller gets */
function ask(): unknown[] {
  const told: unknown[] = [];
  connection.ask('select 1', [], 1_000, (error) => told.push(error));
  return told;
}

test('the deadline of an answered statement is gone, and does not close the connection of a later one', () => {
  const first = ask();
  jest.advanceTimersByTime(900);
  driver.answer(null, []);
  expect([first, jest.getTimerCount()]).toEqual([[null], 0]);
  const second = ask();
  jest.advanceTimersByTime(999);
  expect([second, connection.isOpen]).toEqual([[], true]);
  driver.answer(null, []);
  jest.advanceTimersByTime(60_000);
  expect([second, connection.isOpen, driver.stream.destroyed]).toEqual([[null], true, false]);
});

test('a statement that exceeds its time limit fails once, and its connection is closed', () => {
  let gone = 0;
  connection.onClosed = () => (gone += 1);
  const told = ask();
  jest.advanceTimersByTime(1_000);
  driver.answer(null, []);
  expect(told).toEqual([expect.objectContaining({ name: 'ServiceError', reason: 'timeout' })]);
  expect([connection.isOpen, connection.isClosed, driver.stream.destroyed, gone]).toEqual([false, true, true, 1]);
});

test('a connection that is closed fails its statement once, and leaves no timer', () => {
  const told = ask();
  driver.stream.destroy();
  driver.answer(null, []);
  expect(told).toEqual([expect.objectContaining({ code: 'PROTOCOL_CONNECTION_LOST' })]);
  expect([connection.isOpen, connection.isClosed, jest.getTimerCount()]).toEqual([false, true, 0]);
});

test('a failure that the driver reports only to the connection fails the statement', () => {
  const told = ask();
  driver.emit('error', new Error('packets out of order'));
  expect(told).toEqual([expect.objectContaining({ code: 'PROTOCOL_CONNECTION_LOST' })]);
  expect(connection.isClosed).toBe(true);
});
