import { RetryBudget } from '../../src/db/pool/failures';
import type { ConnectionPool, PoolOptions } from '../../src/db/pool/pool';
import { ServiceError } from '../../src/errors';
import { poolEventCounts } from './pool-event-counts';
import { ask, lost, stubbedPool, StubServer, take, takeMany } from './stub-server';

/** How many connections a pool opens, what its callers wait for, and what it reports. The test controls the time. */

let server: StubServer;
let observed: ReturnType<typeof poolEventCounts>;
let pool: ConnectionPool;

beforeEach(() => {
  jest.useFakeTimers();
  server = new StubServer();
  observed = poolEventCounts();
});
afterEach(() => {
  pool.end(() => undefined);
  jest.useRealTimers();
});

const start = (options: Partial<PoolOptions> = {}) => (pool = stubbedPool(server, observed.observer, options));

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

type Taken = Awaited<ReturnType<typeof take>>;

/** What a caller has got: a connection or an error. */
interface Got {
  connection?: Taken;
  error?: ServiceError;
}

function request(): Got {
  const got: Got = {};
  pool.getConnection((error, connection) =>
    Object.assign(got, error === undefined ? { connection } : { error: error as ServiceError }),
  );
  return got;
}

const requests = (count: number): Got[] => Array.from({ length: count }, request);

test('it opens as many connections as callers wait, and never more than its size', async () => {
  start();
  const first = request();
  expect(server.attempts).toBe(1);
  const others = requests(4);
  expect(server.attempts).toBe(3);
  for (let nth = 0; nth < 3; nth += 1) await server.accept();
  expect([server.attempts, server.connections.length, observed.counts.waiting]).toEqual([0, 3, 2]);
  first.connection!.release();
  expect([server.attempts, others.filter(({ connection }) => connection !== undefined).length]).toEqual([0, 3]);
});

test('the wait for a connection counts towards the limit of the first statement', async () => {
  start({ poolSize: 1, statementTimeoutMs: 2_000 });
  await pass(10_000);
  const first = request();
  await server.accept();
  ask(first.connection!);
  const second = request();
  await pass(700);
  first.connection!.release();
  ask(second.connection!);
  second.connection!.release();
  const third = request();
  ask(third.connection!);
  expect(server.statements.map(({ limitMs }) => limitMs)).toEqual([2_300, 1_600, 2_300]);
});

describe('while the server is unreachable', () => {
  test('callers fail once no attempt is left, and then one attempt at a time follows, after a pause', async () => {
    start();
    const callers = requests(3);
    // The first refusal alone is followed by another attempt.
    const left: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      await server.refuse();
      left.push(server.attempts);
    }
    expect([left, callers]).toEqual([
      [3, 2, 1],
      [{}, {}, {}],
    ]);
    await server.refuse();
    for (const { error } of callers) {
      expect(error).toMatchObject({ reason: 'serviceUnavailable', cause: { code: 'ECONNREFUSED' } });
    }
    expect([observed.counts.waiting, server.attempts]).toEqual([0, 0]);

    const later = requests(3);
    await pass(199);
    expect(server.attempts).toBe(0);
    await pass(1);
    expect(server.attempts).toBe(1);
    later.push(request());
    expect(server.attempts).toBe(1);
    await server.accept();
    // It is reachable again.
    expect([server.attempts, later.map(({ connection }) => connection !== undefined)]).toEqual([
      2,
      [true, false, false, false],
    ]);
  });
});

describe('a connection that the server closes', () => {
  test('while it is idle is forgotten', async () => {
    start();
    const held = await takeMany(pool, server, 3);
    for (const one of held) one.release();
    for (const left of [2, 1, 0]) {
      server.connections[0]!.cut();
      expect(observed.counts.open).toBe(left);
    }
    const caller = request();
    expect([caller, server.attempts]).toEqual([{}, 1]);
    await server.accept();
    expect(server.connections.map(({ thread }) => thread.id)).toEqual([4]);
  });

  test('while it is held keeps its place until it is released', async () => {
    start({ poolSize: 1 });
    const held = await take(pool, server);
    const caller = request();
    server.connections[0]!.cut();
    expect([observed.counts.open, server.attempts]).toEqual([0, 0]);
    held.release();
    expect([observed.discarded.age, server.attempts]).toEqual([0, 1]);
    await server.accept();
    expect(caller.connection).toBeDefined();
  });
});

describe('the end', () => {
  test('closes a connection when it is released, which is not its age, and sends no read again', async () => {
    start({ retries: new RetryBudget() });
    const [one, other] = [await take(pool, server), await take(pool, server)];
    const ended = jest.fn();
    pool.end(ended);
    one.release();
    expect([server.connections.length, observed.discarded.age, ended.mock.calls.length]).toEqual([1, 0, 0]);
    const outcome = ask(other);
    await server.statements[0]!.done(lost());
    expect([outcome, server.attempts]).toMatchObject([{ error: { reason: 'serviceUnavailable' } }, 0]);
    other.release();
    expect([ended.mock.calls, jest.getTimerCount()]).toEqual([[[null]], 0]);
    await pass(10_000);
    expect(ended).toHaveBeenCalledTimes(1);
  });
});

test('one further connection ends all statements that are abandoned, also while the pool ends', async () => {
  start({ statementTimeoutMs: 2_000 });
  const held = [await take(pool, server), await take(pool, server), await take(pool, server)];
  for (const connection of held) ask(connection);
  for (const { done } of [...server.statements]) await done(new ServiceError('timeout'));
  expect(server.attempts).toBe(1);
  pool.end(() => undefined);
  expect(server.attempts).toBe(1);
  await server.accept();
  for (let nth = 3; nth < 6; nth += 1) {
    expect(server.statements[nth]).toMatchObject({ sql: 'kill ?', parameters: [nth - 2] });
    await server.statements[nth]!.done(nth === 4 ? new Error('no such thread') : null);
  }
  expect([server.statements.length, server.attempts, observed.counts.killed]).toEqual([6, 0, 2]);
  expect(server.connections).toHaveLength(3);
});
