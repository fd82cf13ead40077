import type { ConnectionPool, PoolOptions } from '../../src/db/pool/pool';
import { RetryBudget } from '../../src/db/pool/failures';
import { ServiceError } from '../../src/errors';
import { poolEventCounts } from './pool-event-counts';
import { ask, lost, stubbedPool, StubServer, take, takeMany } from './stub-server';

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

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('a connection that is idle for 30 s is closed, and one that was used is kept', async () => {
  start();
  for (const held of await takeMany(pool, server, 3)) held.release();
  await pass(20_000);
  (await take(pool, server)).release();
  await pass(9_999);
  expect(server.connections).toHaveLength(3);
  await pass(1);
  expect(server.connections.map(({ thread }) => thread.id)).toEqual([3]);
  // Idle connections are checked every three seconds.
  await pass(20_999);
  expect(server.connections).toHaveLength(1);
  await pass(1);
  expect([server.connections.length, observed.counts.open]).toEqual([0, 0]);
  const held = await takeMany(pool, server, 3);
  expect(server.connections).toHaveLength(3);
  for (const one of held) one.release();
});

test('the connection that was used last is used first, so that the others stay idle', async () => {
  start();
  const [first, second, third] = await takeMany(pool, server, 3);
  first!.release();
  third!.release();
  second!.release();
  const again = await takeMany(pool, server, 3);
  for (const one of again) ask(one);
  expect(server.statements.map(({ connection }) => connection.thread.id)).toEqual([2, 3, 1]);
  for (const one of again) one.release();
});

test('connections that were opened together are not replaced together', async () => {
  start({ poolSize: 10, maxAgeMs: 10_000 });
  const all = () => takeMany(pool, server, 10);
  for (const one of await all()) one.release();
  // The sixth is used for 9,400 ms, the tenth for 10,000 ms.
  await pass(9_399);
  for (const one of await all()) one.release();
  expect(server.connections.map(({ thread }) => thread.id)).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 12, 13]);
  await pass(1);
  for (const one of await all()) one.release();
  expect(server.connections.map(({ thread }) => thread.id)).toEqual([1, 2, 3, 4, 5, 10, 11, 12, 13, 14]);
  expect(observed.discarded).toEqual({ age: 4, failed: 0, timeout: 0 });
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

describe('a read that is lost with its connection', () => {
  test('is sent again within its time limit, and ended on the server after that', async () => {
    start({ statementTimeoutMs: 2_000, retries: new RetryBudget() });
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
    await server.accept();
    expect(server.statements[2]).toMatchObject({ sql: 'kill ?', parameters: [2], limitMs: 5_000 });
    await server.statements[2]!.done(null);
    held.release();
    expect(observed.counts).toMatchObject({ retried: 1, killed: 1, open: 0, busy: 0 });
  });

  test('is not sent again if its time is over once there is a new connection', async () => {
    start({ statementTimeoutMs: 2_000, retries: new RetryBudget() });
    const held = await take(pool, server);
    const outcome = ask(held);
    await pass(500);
    await server.statements[0]!.done(lost());
    await pass(1_800);
    await server.accept();
    expect(server.statements).toHaveLength(1);
    expect(outcome).toMatchObject({ error: { reason: 'serviceUnavailable' } });
    held.release();
  });

  test('is sent again for the next caller of the same pooled connection, too', async () => {
    start({ retries: new RetryBudget() });
    for (const round of [1, 2, 3]) {
      const held = await take(pool, server);
      const outcome = ask(held);
      await server.statements.at(-1)!.done(lost());
      await server.accept();
      await server.statements.at(-1)!.done(null, []);
      expect(outcome).toEqual({ result: [] });
      held.release();
      expect(observed.counts).toMatchObject({ retried: round, open: 1, busy: 0 });
    }
  });

  test('ten answered statements pay for one that is sent again', async () => {
    const retries = new RetryBudget();
    while (retries.spend());
    start({ retries });
    const lose = async () => {
      const held = await take(pool, server);
      const outcome = ask(held);
      await server.statements.at(-1)!.done(lost());
      const asked = server.attempts;
      if (asked > 0) await server.accept();
      if (asked > 0) await server.statements.at(-1)!.done(null, []);
      held.release();
      return 'result' in outcome;
    };
    const answer = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        const held = await take(pool, server);
        ask(held);
        await server.statements.at(-1)!.done(null, []);
        held.release();
      }
    };
    expect(await lose()).toBe(false);
    await answer(9);
    expect(await lose()).toBe(false);
    await answer(1);
    expect(await lose()).toBe(true);
    expect(await lose()).toBe(false);
  });
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

test('a failure that leaves the connection open is that of its statement alone', async () => {
  start({ retries: new RetryBudget() });
  const held = await take(pool, server);
  const refused = Object.assign(new Error('syntax'), { errno: 1064 });
  const outcome = ask(held);
  await server.statements[0]!.done(refused);
  ask(held, 'rollback');
  expect([outcome, server.statements.length, server.connections.length]).toEqual([{ error: refused }, 2, 1]);
  held.release();
});

describe('a statement that exceeds its limit', () => {
  const abandon = async () => {
    const held = await take(pool, server);
    const outcome = ask(held);
    server.statements.at(-1)!.connection.cut();
    await server.statements.at(-1)!.done(new ServiceError('timeout'));
    held.release();
    expect(outcome).toMatchObject({ error: { reason: 'timeout', message: expect.stringContaining('2000 ms') } });
  };

  test('is not ended on another server, where the same id is another thread', async () => {
    start({ statementTimeoutMs: 2_000 });
    await abandon();
    await server.accept('two');
    expect([server.statements.length, server.connections.length]).toEqual([1, 0]);
  });

  test.each([
    ['has ended by itself', () => server.statements.at(-1)!.done(Object.assign(new Error('none'), { errno: 1094 }))],
    ['is on a server that was lost', () => server.statements.at(-1)!.done(lost())],
  ])('and %s is not counted as ended, and the next one is ended', async (_title, fail) => {
    start({ statementTimeoutMs: 2_000 });
    await abandon();
    await server.accept();
    await fail();
    expect([observed.counts.killed, server.connections.length]).toEqual([0, 0]);
    await abandon();
    await server.accept();
    await server.statements.at(-1)!.done(null);
    expect([observed.counts.killed, server.connections.length]).toEqual([1, 0]);
  });
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
