import type { ConnectionPool, PoolOptions } from '../../src/db/pool/pool';
import { RetryBudget } from '../../src/db/pool/failures';
import { ServiceError } from '../../src/errors';
import { poolEventCounts } from './pool-event-counts';
import { ask, lost, stubbedPool, StubServer, take } from './stub-server';

/** Decision 62: what a pool keeps and for how long. The test controls the time. */

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

const pass = (ms: number) => jest.advanceTimersByTime(ms);

test('a connection that is idle for 30 s is closed, and one that was used is kept', () => {
  start();
  for (const held of [1, 2, 3].map(() => take(pool, server))) held.release();
  pass(20_000);
  take(pool, server).release();
  pass(9_999);
  expect(server.connections).toHaveLength(3);
  pass(1);
  expect(server.connections.map(({ thread }) => thread.id)).toEqual([3]);
  // Idle connections are checked every three seconds.
  pass(20_999);
  expect(server.connections).toHaveLength(1);
  pass(1);
  expect([server.connections.length, observed.counts.open]).toEqual([0, 0]);
  const held = [1, 2, 3].map(() => take(pool, server));
  expect(server.connections).toHaveLength(3);
  for (const one of held) one.release();
});

test('the connection that was used last is used first, so that the others stay idle', () => {
  start();
  const [first, second, third] = [take(pool, server), take(pool, server), take(pool, server)];
  first.release();
  third.release();
  second.release();
  const again = [take(pool, server), take(pool, server), take(pool, server)];
  expect(again).toEqual([second, third, first]);
  for (const one of again) one.release();
});

test('connections that were opened together are not replaced together', () => {
  start({ poolSize: 10, maxAgeMs: 10_000 });
  const all = () => Array.from({ length: 10 }, () => take(pool, server));
  for (const one of all()) one.release();
  // The sixth is used for 9,400 ms, the tenth for 10,000 ms.
  pass(9_399);
  for (const one of all()) one.release();
  expect(server.connections.map(({ thread }) => thread.id)).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 12, 13]);
  pass(1);
  for (const one of all()) one.release();
  expect(server.connections.map(({ thread }) => thread.id)).toEqual([1, 2, 3, 4, 5, 10, 11, 12, 13, 14]);
  expect(observed.discarded).toEqual({ age: 4, failed: 0, timeout: 0 });
});

test('callers get connections in their order, and leave no timer', () => {
  start({ poolSize: 1 });
  const held = take(pool, server);
  const served: string[] = [];
  const timers = jest.getTimerCount();
  for (const name of ['ann', 'ben', 'cleo'])
    pool.getConnection((error, connection) => {
      served.push(error === undefined ? name : `${name} refused`);
      if (name === 'ann') connection.release();
    });
  expect([observed.counts.waiting, jest.getTimerCount() - timers]).toEqual([3, 3]);
  pass(4_000);
  held.release();
  expect([served, observed.counts.waiting]).toEqual([['ann', 'ben'], 1]);
  pass(1_000);
  expect([served, observed.counts.waiting]).toEqual([['ann', 'ben', 'cleo refused'], 0]);
  pass(60_000);
  expect(served).toEqual(['ann', 'ben', 'cleo refused']);
  expect([observed.counts.waiting, observed.counts.busy, jest.getTimerCount()]).toEqual([0, 1, timers]);
});

describe('a read that is lost with its connection', () => {
  test('is sent again within its time limit, and ended on the server after that', () => {
    start({ statementTimeoutMs: 2_000, retries: new RetryBudget() });
    const held = take(pool, server);
    const outcome = ask(held);
    pass(500);
    server.statements[0]!.done(lost());
    pass(300);
    server.accept();
    expect(server.statements.map(({ limitMs }) => limitMs)).toEqual([2_300, 1_500]);

    const { connection, done } = server.statements[1]!;
    connection.isOpen = false;
    done(new ServiceError('timeout'));
    connection.cut();
    expect(outcome).toMatchObject({ error: { reason: 'timeout' } });
    server.accept();
    expect(server.statements[2]).toMatchObject({ sql: 'kill ?', parameters: [2], limitMs: 5_000 });
    server.statements[2]!.done(null);
    held.release();
    expect(observed.counts).toMatchObject({ retried: 1, killed: 1, open: 0, busy: 0 });
  });

  test('is not sent again if its time is over once there is a new connection', () => {
    start({ statementTimeoutMs: 2_000, retries: new RetryBudget() });
    const held = take(pool, server);
    const outcome = ask(held);
    pass(500);
    server.statements[0]!.done(lost());
    pass(1_800);
    server.accept();
    expect(server.statements).toHaveLength(1);
    expect(outcome).toMatchObject({ error: { reason: 'serviceUnavailable' } });
    held.release();
  });

  test('is sent again for the next caller of the same pooled connection, too', () => {
    start({ retries: new RetryBudget() });
    for (const round of [1, 2, 3]) {
      const held = take(pool, server);
      const outcome = ask(held);
      server.statements.at(-1)!.done(lost());
      server.accept();
      server.statements.at(-1)!.done(null, []);
      expect(outcome).toEqual({ result: [] });
      held.release();
      expect(observed.counts).toMatchObject({ retried: round, open: 1, busy: 0 });
    }
  });

  test('is sent again once only', () => {
    start({ retries: new RetryBudget() });
    const outcome = ask(take(pool, server));
    server.statements[0]!.done(lost());
    server.accept();
    server.statements[1]!.done(lost());
    expect([outcome, server.attempts]).toMatchObject([{ error: { reason: 'serviceUnavailable' } }, 0]);
  });

  test('is paid for by ten answered statements', () => {
    const retries = new RetryBudget();
    while (retries.spend());
    start({ retries });
    const held = take(pool, server);
    const answer = () => {
      ask(held);
      server.statements.at(-1)!.done(null, []);
    };
    for (let time = 0; time < 9; time += 1) answer();
    expect(retries.spend()).toBe(false);
    answer();
    expect([retries.spend(), retries.spend()]).toEqual([true, false]);
  });
});

test('a later statement that is lost is not sent again, since the session had a state; the caller’s next ones fail alike', () => {
  start({ poolSize: 1, retries: new RetryBudget() });
  const held = take(pool, server);
  ask(held);
  server.statements[0]!.done(null, []);
  const outcomes = [ask(held)];
  server.statements[1]!.done(lost());
  outcomes.push(ask(held, 'rollback'));
  expect([outcomes[1], server.statements.length, server.attempts]).toEqual([outcomes[0], 2, 0]);
  expect(outcomes[0]).toMatchObject({ error: { reason: 'serviceUnavailable' } });
  held.release();
  ask(take(pool, server));
  expect(server.statements).toHaveLength(3);
});

test('a failure that leaves the connection open is that of its statement alone', () => {
  start();
  const held = take(pool, server);
  const [outcome, refused] = [ask(held), Object.assign(new Error('syntax'), { errno: 1064 })];
  server.statements[0]!.done(refused);
  ask(held, 'rollback');
  expect([outcome, server.statements.length]).toEqual([{ error: refused }, 2]);
});

test('the end waits for running statements, and closes all connections after two seconds', () => {
  start();
  const [idle, running, stuck] = [take(pool, server), take(pool, server), take(pool, server)];
  idle.release();
  const outcome = ask(running);
  ask(stuck);
  let ended = false;
  pool.end(() => (ended = true));
  expect(server.connections).toHaveLength(2);
  server.statements[0]!.done(null, []);
  running.release();
  expect([outcome, server.connections.length, ended]).toEqual([{ result: [] }, 1, false]);
  pass(1_999);
  expect(ended).toBe(false);
  pass(1);
  expect([server.connections.length, ended]).toEqual([0, true]);
  expect(jest.getTimerCount()).toBe(0);
});
