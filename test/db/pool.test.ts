import type { ConnectionPool, PoolOptions } from '../../src/db/pool/pool';
import { RetryBudget } from '../../src/db/pool/connection';
import { ServiceError } from '../../src/errors';
import type { Observer } from '../../src/observer';
import { ask, lost, stubbedPool, StubServer, take, takeMany } from './stub-server';

/** Decision 62: how many connections a pool opens, keeps and lends, and for how long. The test controls the time. */

/** What a pool has reported. */
function poolEventCounts() {
  const counts = { open: 0, busy: 0, waiting: 0, connected: 0, refused: 0, retried: 0 };
  const discarded = { age: 0, failed: 0, timeout: 0 };
  const observer: Observer = {
    connectionOpened() {
      counts.open += 1;
      counts.connected += 1;
    },
    connectionClosed: () => void (counts.open -= 1),
    connectionFailed: () => void (counts.refused += 1),
    connectionWaiters: (change) => void (counts.waiting += change),
    connectionsBusy: (change) => void (counts.busy += change),
    connectionDiscarded: (reason) => void (discarded[reason] += 1),
    statementRetried: () => void (counts.retried += 1),
  };
  return { counts, discarded, observer };
}

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

test('a connection that is idle for 30 s is closed, and one that was used is kept', async () => {
  start();
  for (const held of await takeMany(pool, server, 3)) held.release();
  await pass(20_000);
  (await take(pool, server)).release();
  await pass(9_999);
  expect(server.connections).toHaveLength(3);
  await pass(1);
  expect(server.connections.map(({ id }) => id)).toEqual([3]);
  // Idle connections are checked every three seconds.
  await pass(20_999);
  expect(server.connections).toHaveLength(1);
  await pass(1);
  expect([server.connections.length, observed.counts.open]).toEqual([0, 0]);
  const held = await takeMany(pool, server, 3);
  expect(server.connections).toHaveLength(3);
  for (const one of held) one.release();
});

test('connections that were opened together are not replaced together, and are closed once too old', async () => {
  start({ poolSize: 10, maxAgeMs: 10_000 });
  const all = () => takeMany(pool, server, 10);
  for (const one of await all()) one.release();
  // The sixth is used for 9,400 ms, the tenth for 10,000 ms.
  await pass(9_399);
  for (const one of await all()) one.release();
  expect(server.connections.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 12, 13]);
  await pass(1);
  for (const one of await all()) one.release();
  expect(server.connections.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 10, 11, 12, 13, 14]);
  expect(observed.discarded).toEqual({ age: 4, failed: 0, timeout: 0 });
  await pass(12_000);
  expect(server.connections).toEqual([]);
});

test('callers get connections in their order, and leave no timer', async () => {
  start({ poolSize: 1 });
  const held = await take(pool, server);
  const served: string[] = [];
  const timers = jest.getTimerCount();
  for (const name of ['ann', 'ben', 'cleo'])
    pool.getConnection((error, connection) => {
      served.push(error === undefined ? name : `${name} refused`);
      if (name === 'ann') connection.release();
    });
  expect([observed.counts.waiting, jest.getTimerCount() - timers]).toEqual([3, 3]);
  await pass(4_000);
  held.release();
  expect([served, observed.counts.waiting]).toEqual([['ann', 'ben'], 1]);
  await pass(1_000);
  expect([served, observed.counts.waiting]).toEqual([['ann', 'ben', 'cleo refused'], 0]);
  await pass(60_000);
  expect(served).toEqual(['ann', 'ben', 'cleo refused']);
  expect([observed.counts.waiting, observed.counts.busy, jest.getTimerCount()]).toEqual([0, 1, timers]);
});

test.each([
  [0, [2_300, 2_300]],
  [900, [1_400, 2_300]],
  // Half of it at least.
  [4_000, [1_150, 2_300]],
])('the time limit of the first statement of a caller that waited %d ms: %j', async (waitedMs, limits) => {
  start({ poolSize: 1, connectTimeoutMs: 60_000, statementTimeoutMs: 2_000 });
  const first = await take(pool, server);
  const waiting = request();
  await pass(waitedMs);
  first.release();
  const second = waiting.connection!;
  for (let nth = 0; nth < 2; nth += 1) {
    ask(second);
    // A refusal ends neither the connection nor what its caller asks next.
    await server.statements[nth]!.done(nth === 0 ? new Error('refused') : null);
  }
  expect(server.statements.map(({ limitMs }) => limitMs)).toEqual(limits);
  second.release();
});

test('a read that is lost with its connection is sent again within its time limit', async () => {
  start({ poolSize: 1, statementTimeoutMs: 2_000, retries: new RetryBudget() });
  const held = await take(pool, server);
  const outcome = ask(held);
  await pass(500);
  await server.statements[0]!.done(lost());
  await pass(300);
  await server.accept();
  expect(server.statements.map(({ limitMs }) => limitMs)).toEqual([2_300, 1_500]);

  const { connection, done } = server.statements[1]!;
  connection.cut();
  await done(new ServiceError('timeout'));
  expect(outcome).toMatchObject({ error: { reason: 'timeout' } });
  held.release();
  expect(observed.counts).toMatchObject({ retried: 1, open: 0, busy: 0 });
  request();
  expect(server.attempts).toBe(1);
});

test('a later statement that is lost is not sent again, and all that follow fail in the same way', async () => {
  start({ retries: new RetryBudget() });
  const held = await take(pool, server);
  ask(held);
  await server.statements[0]!.done(null, []);
  const outcome = ask(held);
  await server.statements[1]!.done(lost());
  expect([outcome, server.attempts]).toEqual([{ error: expect.objectContaining({ reason: 'serviceUnavailable' }) }, 0]);
  const rollback = ask(held, 'rollback');
  await pass(0);
  expect([rollback, server.statements.length]).toEqual([outcome, 2]);
  held.release();
});

test('the end waits for running statements, and closes all connections after two seconds', async () => {
  start();
  const [idle, running, stuck] = await takeMany(pool, server, 3);
  idle!.release();
  const outcome = ask(running!);
  ask(stuck!);
  let ended = false;
  pool.end(() => (ended = true));
  expect(server.connections).toHaveLength(2);
  await server.statements[0]!.done(null, []);
  running!.release();
  expect([outcome, server.connections.length, ended]).toEqual([{ result: [] }, 1, false]);
  await pass(1_999);
  expect(ended).toBe(false);
  await pass(1);
  expect([server.connections.length, ended]).toEqual([0, true]);
  expect(jest.getTimerCount()).toBe(0);
});

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

test('a caller whose time is over while a connection is opened for it waits for that, at most as long again', async () => {
  start({ poolSize: 1 });
  const [first, second] = requests(2);
  await pass(9_900);
  await server.accept();
  expect([first!.connection, second]).toEqual([expect.anything(), {}]);
  await pass(100);
  expect(second!.error).toMatchObject({ reason: 'serviceUnavailable', cause: { code: 'NO_FREE_CONNECTION' } });
  expect([observed.counts.waiting, jest.getTimerCount()]).toEqual([0, 1]);
});

test('a late caller fails with the attempt to connect, and those after a failure are not late but refused, with its reason', async () => {
  start();
  const first = request();
  await pass(5_000);
  expect(first).toEqual({});
  await server.refuse();
  expect(first.error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  const second = request();
  await pass(5_000);
  expect(second.error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  expect([observed.counts.waiting, server.attempts]).toEqual([0, 1]);
});

test('while the server is unreachable, callers fail once no attempt is left, and then one attempt at a time follows, after a pause', async () => {
  start();
  const callers = requests(3);
  // The first refusal alone is followed by another attempt.
  const left: number[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    await server.refuse();
    left.push(server.attempts);
  }
  expect(left).toEqual([3, 2, 1]);
  expect(callers).toEqual([{}, {}, {}]);
  await server.refuse();
  for (const { error } of callers)
    expect(error).toMatchObject({ reason: 'serviceUnavailable', cause: { code: 'ECONNREFUSED' } });
  expect([observed.counts.waiting, server.attempts]).toEqual([0, 0]);

  const later = requests(3);
  await pass(199);
  expect(server.attempts).toBe(0);
  await pass(1);
  expect(server.attempts).toBe(1);
  await server.refuse();
  later.splice(0, 3, ...requests(3));
  await pass(250);
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
    expect(server.connections.map(({ id }) => id)).toEqual([4]);
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
