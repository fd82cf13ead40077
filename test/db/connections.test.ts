import { EventEmitter } from 'node:events';

import mysql from 'mysql2';

import { openConnection, type ServerConnection } from '../../src/db/pool/connections';

/**
 * How a connection is opened and closed: each step may fail, take too long or be cancelled; and what a statement leaves on it. A
 * stub replaces the driver.
 */

type Done = (error: unknown, result?: unknown) => void;

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
/** What the attempt came to. */
let opened: unknown[];
let attempt: AbortController;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  [driver, opened, attempt] = [new StubDriver(), [], new AbortController()];
  create = jest.spyOn(mysql, 'createConnection').mockReturnValue(driver as never);
  const note = (outcome: unknown) => opened.push(outcome);
  openConnection({ host: 'db.example' }, 'set @a = 1', 1_000, attempt.signal).then(note, note);
});
afterEach(() => {
  create.mockRestore();
  jest.useRealTimers();
});

const settled = () => jest.advanceTimersByTimeAsync(0);

async function finish(rows: unknown = [THREAD]): Promise<ServerConnection> {
  driver.connected(null);
  driver.asked[0]!.done(null);
  driver.asked[1]!.done(null, rows);
  await settled();
  return opened[0] as ServerConnection;
}

const isCut = () => [driver.destroy.mock.calls.length > 0, driver.stream.destroy.mock.calls.length > 0];

test('after the handshake and the session, it knows its thread', async () => {
  expect(create.mock.calls).toEqual([[{ host: 'db.example', connectTimeout: 1_000 }]]);
  const connection = await finish();
  expect(driver.asked.map(({ sql }) => sql)).toEqual([
    'set @a = 1',
    "select concat_ws(':', @@hostname, @@port, @@server_id) as server, connection_id() as id",
  ]);
  expect(opened).toEqual([connection]);
  expect([connection.thread, connection.isOpen, connection.isClosed]).toEqual([THREAD, true, false]);
  expect([jest.getTimerCount(), isCut()]).toEqual([0, [false, false]]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect([opened.length, connection.isOpen]).toEqual([1, true]);
});

test('a server that does not say which thread it is has none that could be ended', async () => {
  expect((await finish([])).thread).toEqual({ server: '', id: 0 });
});

test.each([
  ['the handshake', 0],
  ['the session', 1],
  ['the question for the thread', 2],
])('%s may fail', async (_name, steps) => {
  const ends = [
    () => driver.connected(steps === 0 ? FAILURE : null),
    () => driver.asked[0]!.done(steps === 1 ? FAILURE : null),
    () => driver.asked[1]!.done(FAILURE),
  ];
  for (const end of ends.slice(0, steps + 1)) end();
  await settled();
  expect([opened, isCut(), jest.getTimerCount()]).toEqual([[FAILURE], [true, true], 0]);
  expect(driver.asked).toHaveLength(steps);
});

test('all of it has one time limit, after which answers are ignored', async () => {
  driver.connected(null);
  await jest.advanceTimersByTimeAsync(999);
  driver.asked[0]!.done(null);
  expect(opened).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect([opened, isCut()]).toEqual([[new Error('no session in time')], [true, true]]);
  driver.asked[1]!.done(null, [THREAD]);
  await settled();
  expect(opened).toHaveLength(1);
});

test('it can be cancelled', async () => {
  attempt.abort();
  await settled();
  expect([opened, isCut(), jest.getTimerCount()]).toEqual([
    [new Error('nobody waits for the connection')],
    [true, true],
    0,
  ]);
  expect(() => driver.emit('error', FAILURE)).not.toThrow();
});

describe('an open connection', () => {
  test('sends a statement with its parameters, and without a limit has no timer', async () => {
    const connection = await finish();
    void connection.ask('select ?', [1, 'x'], undefined);
    expect(driver.asked[2]).toMatchObject({ sql: 'select ?', parameters: [1, 'x'] });
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is closed with a message to the server, and takes no more statements', async () => {
    const connection = await finish();
    connection.close();
    expect([connection.isOpen, connection.isClosed]).toEqual([false, false]);
    driver.ended();
    expect(driver.stream.destroySoon).not.toHaveBeenCalled();
    await new Promise((resolve) => setImmediate(resolve));
    expect([driver.stream.destroySoon.mock.calls.length, isCut()]).toEqual([1, [false, false]]);
  });

  test('is cut at once', async () => {
    const connection = await finish();
    driver.stream.destroy.mockImplementation(() => undefined);
    connection.cut();
    expect([connection.isOpen, isCut()]).toEqual([false, [true, true]]);
  });

  /** Runs a statement with a time limit of a second. @returns what its caller gets */
  function ask(connection: ServerConnection): unknown[] {
    const told: unknown[] = [];
    connection.ask('select 1', [], 1_000).then(
      (result) => told.push(result),
      (error: unknown) => told.push(error),
    );
    return told;
  }

  test('the deadline of an answered statement does not close the connection of a later one', async () => {
    const connection = await finish();
    const first = ask(connection);
    await jest.advanceTimersByTimeAsync(900);
    driver.asked[2]!.done(null, 'rows');
    await settled();
    expect([first, jest.getTimerCount()]).toEqual([['rows'], 0]);
    const second = ask(connection);
    await jest.advanceTimersByTimeAsync(999);
    expect([second, connection.isOpen]).toEqual([[], true]);
    driver.asked[3]!.done(null, 'rows');
    await jest.advanceTimersByTimeAsync(60_000);
    expect([second, connection.isOpen]).toEqual([['rows'], true]);
  });

  test('a statement that exceeds its time limit fails, and its connection is closed', async () => {
    const connection = await finish();
    let closed = 0;
    connection.onClosed = () => (closed += 1);
    const told = ask(connection);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([expect.objectContaining({ name: 'ServiceError', reason: 'timeout' })]);
    expect([connection.isOpen, connection.isClosed, closed]).toEqual([false, true, 1]);
  });

  test.each([
    ['a connection that is closed', () => driver.stream.destroy()],
    ['a failure that the driver reports only to the connection', () => driver.emit('error', FAILURE)],
  ])('%s fails the statement, and leaves no timer', async (_title, end) => {
    const connection = await finish();
    const told = ask(connection);
    end();
    await settled();
    expect(told).toEqual([expect.objectContaining({ code: 'PROTOCOL_CONNECTION_LOST' })]);
    expect([connection.isOpen, connection.isClosed, jest.getTimerCount()]).toEqual([false, true, 0]);
  });
});
