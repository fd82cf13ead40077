import { EventEmitter } from 'node:events';

import mysql from 'mysql2';

import { type Done, openConnection, type ServerConnection } from '../../src/db/pool/connections';

/** How a connection is opened and closed: each step may fail, take too long or be cancelled. A stub replaces the driver. */

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
  jest.advanceTimersByTime(60_000);
  expect([opened.length, connection.isOpen]).toEqual([1, true]);
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

test('all of it has one time limit, after which answers are ignored', () => {
  driver.connected(null);
  jest.advanceTimersByTime(999);
  driver.asked[0]!.done(null);
  expect(opened).toEqual([]);
  jest.advanceTimersByTime(1);
  expect([opened, isCut()]).toEqual([[[new Error('no session in time'), undefined]], [true, true]]);
  driver.asked[1]!.done(null, [THREAD]);
  expect(opened).toHaveLength(1);
});

test('it can be cancelled, once', () => {
  cancel();
  cancel();
  expect([opened, isCut(), jest.getTimerCount()]).toEqual([
    [[new Error('nobody waits for the connection'), undefined]],
    [true, true],
    0,
  ]);
  expect(() => driver.emit('error', FAILURE)).not.toThrow();
});

describe('an open connection', () => {
  test('sends a statement with its parameters, and without a limit has no timer', () => {
    const connection = finish();
    connection.ask('select ?', [1, 'x'], undefined, () => undefined);
    expect(driver.asked[2]).toMatchObject({ sql: 'select ?', parameters: [1, 'x'] });
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is closed with a message to the server, and takes no more statements', async () => {
    const connection = finish();
    connection.close();
    expect([connection.isOpen, connection.isClosed]).toEqual([false, false]);
    driver.ended();
    expect(driver.stream.destroySoon).not.toHaveBeenCalled();
    await new Promise((resolve) => setImmediate(resolve));
    expect([driver.stream.destroySoon.mock.calls.length, isCut()]).toEqual([1, [false, false]]);
  });

  test('is cut at once', () => {
    const connection = finish();
    driver.stream.destroy.mockImplementation(() => undefined);
    connection.cut();
    expect([connection.isOpen, isCut()]).toEqual([false, [true, true]]);
  });

  test('takes no more statements once one has exceeded its limit, even from its callback', () => {
    const connection = finish();
    const states: unknown[] = [];
    connection.ask('select 1', [], 100, (error) => states.push(connection.isOpen, (error as Error).cause));
    jest.advanceTimersByTime(100);
    expect(states).toEqual([false, new Error('the server did not answer a statement')]);
  });
});
