import { EventEmitter } from 'node:events';

import mysql from 'mysql2';

import { type Done, openConnection, type ServerConnection } from '../../src/db/pool/connections';

/** How a connection is opened, used and closed: each step may fail, take too long or be cancelled. A stub replaces the driver. */

class StubDriver extends EventEmitter {
  readonly stream = Object.assign(new EventEmitter(), {
    destroy: jest.fn(() => void this.stream.emit('close')),
    destroySoon: jest.fn(),
  });
  readonly asked: { sql: string; parameters: unknown; done: Done }[] = [];
  readonly destroy = jest.fn();
  connected: (refused: unknown) => void = () => undefined;
  ended: () => void = () => undefined;

  connect(done: (refused: unknown) => void): void {
    this.connected = done;
  }

  query(sql: string, ...rest: [Done] | [unknown, Done]): void {
    this.asked.push({ sql, parameters: rest.length === 2 ? rest[0] : undefined, done: rest.at(-1) as Done });
  }

  end(done: () => void): void {
    this.ended = done;
  }
}

const THREAD = { server: 'one:3306:7', id: 42 };
const FAILURE = new Error('failed');
const LOST = expect.objectContaining({ code: 'PROTOCOL_CONNECTION_LOST' }) as unknown;
let driver: StubDriver;
let create: jest.SpyInstance;
let opened: [unknown, ServerConnection | undefined][];
let cancel: () => void;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  [driver, opened] = [new StubDriver(), []];
  create = jest.spyOn(mysql, 'createConnection').mockReturnValue(driver as never);
  cancel = openConnection({ host: 'db.example' }, 'set @a = 1', 1_000, (error, connection) =>
    opened.push([error, connection]),
  );
});
afterEach(() => {
  create.mockRestore();
  jest.useRealTimers();
});

/** @returns the open connection */
function finish(rows: unknown = [THREAD]): ServerConnection {
  driver.connected(null);
  driver.asked[0]!.done(null);
  driver.asked[1]!.done(null, rows);
  return opened[0]![1]!;
}

/** Runs a statement with a time limit of a second. @returns what its caller gets */
function ask(connection: ServerConnection): unknown[] {
  const outcomes: unknown[] = [];
  connection.ask('select ?', [7], 1_000, (error) => outcomes.push(error));
  return outcomes;
}

const isCut = () => [driver.destroy.mock.calls.length > 0, driver.stream.destroy.mock.calls.length > 0];

test('after the handshake and the session, it knows its thread', () => {
  expect(create.mock.calls).toEqual([[{ host: 'db.example', connectTimeout: 1_000 }]]);
  const connection = finish();
  expect(driver.asked.map(({ sql }) => sql)).toEqual([
    'set @a = 1',
    "select concat_ws(':', @@hostname, @@port, @@server_id) as server, connection_id() as id",
  ]);
  expect(opened).toEqual([[null, connection]]);
  expect([connection.thread, connection.isOpen, connection.isClosed]).toEqual([THREAD, true, false]);
  expect([jest.getTimerCount(), isCut()]).toEqual([0, [false, false]]);
});

test('a server that does not say which thread it is has none that could be ended', () => {
  expect(finish([]).thread).toEqual({ server: '', id: 0 });
});

test.each([
  ['the handshake', 0],
  ['the session', 1],
  ['the question for the thread', 2],
])('%s may fail', (_name, steps) => {
  const ends = [
    () => driver.connected(steps === 0 ? FAILURE : null),
    () => driver.asked[0]!.done(steps === 1 ? FAILURE : null),
    () => driver.asked[1]!.done(FAILURE),
  ];
  for (const end of ends.slice(0, steps + 1)) end();
  expect([opened, isCut(), jest.getTimerCount()]).toEqual([[[FAILURE, undefined]], [true, true], 0]);
  expect(driver.asked).toHaveLength(steps);
});

test.each([
  ['takes too long', () => jest.advanceTimersByTime(1), 'no session in time'],
  ['is cancelled', () => (cancel(), cancel()), 'nobody waits for the connection'],
])('an opening that %s ends once, and later answers are ignored', (_name, end, reason) => {
  driver.connected(null);
  jest.advanceTimersByTime(999);
  driver.asked[0]!.done(null);
  expect(opened).toEqual([]);
  end();
  driver.asked[1]!.done(null, [THREAD]);
  expect([opened, isCut(), jest.getTimerCount()]).toEqual([[[new Error(reason), undefined]], [true, true], 0]);
});

test('it is closed with a message to the server, and takes no more statements', async () => {
  const connection = finish();
  connection.close();
  expect([connection.isOpen, connection.isClosed]).toEqual([false, false]);
  driver.ended();
  expect(driver.stream.destroySoon).not.toHaveBeenCalled();
  await new Promise((resolve) => setImmediate(resolve));
  expect([driver.stream.destroySoon.mock.calls.length, isCut()]).toEqual([1, [false, false]]);
});

test('the time limit of an answered statement does not close the connection of a later one', () => {
  const connection = finish();
  const first = ask(connection);
  expect(driver.asked[2]).toMatchObject({ sql: 'select ?', parameters: [7] });
  jest.advanceTimersByTime(900);
  driver.asked[2]!.done(null, []);
  const second = ask(connection);
  jest.advanceTimersByTime(999);
  expect([first, second, connection.isOpen]).toEqual([[null], [], true]);
  driver.asked[3]!.done(null, []);
  expect([second, jest.getTimerCount()]).toEqual([[null], 0]);
});

test('a statement that exceeds its time limit fails once, and its connection is closed before its caller hears of it', () => {
  const connection = finish();
  const closed = jest.fn();
  connection.onClosed = closed;
  const states: unknown[] = [];
  connection.ask('select 1', [], 1_000, (error) => states.push(connection.isOpen, (error as Error).cause));
  jest.advanceTimersByTime(1_000);
  driver.asked[2]!.done(null, []);
  expect(states).toEqual([false, new Error('the server did not answer a statement')]);
  expect([connection.isClosed, isCut(), closed.mock.calls.length]).toEqual([true, [true, true], 1]);
});

test.each([
  ['the server closes the connection', () => driver.stream.destroy()],
  ['the driver reports a failure only to the connection', () => driver.emit('error', new Error('out of order'))],
])('when %s, its statement fails once, and no timer is left', (_name, lose) => {
  const connection = finish();
  const outcomes = ask(connection);
  lose();
  driver.asked[2]!.done(null, []);
  expect([outcomes, connection.isOpen, connection.isClosed]).toEqual([[LOST], false, true]);
  expect(jest.getTimerCount()).toBe(0);
});
