import { RetryBudget } from '../../src/db/pool/failures';
import type { ConnectionPool, PoolOptions } from '../../src/db/pool/pool';
import { ServiceError } from '../../src/errors';
import { poolEventCounts } from './pool-event-counts';
import { ask, lost, stubbedPool, StubServer, take } from './stub-server';

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

const pass = (ms: number) => jest.advanceTimersByTime(ms);

type Taken = ReturnType<typeof take>;

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

test('it opens as many connections as callers wait, and never more than its size', () => {
  start();
  const first = request();
  expect(server.attempts).toBe(1);
  const others = requests(4);
  expect(server.attempts).toBe(3);
  for (let nth = 0; nth < 3; nth += 1) server.accept();
  expect([server.attempts, server.connections.length, observed.counts.waiting]).toEqual([0, 3, 2]);
  first.connection!.release();
  expect([server.attempts, others.filter(({ connection }) => connection !== undefined).length]).toEqual([0, 3]);
});

test.each([
  [2_000, [2_300, 1_600, 2_300], 700],
  [2_000, [2_300, 1_150, 2_300], 4_000],
  [undefined, [undefined, undefined, undefined], 700],
])(
  'with a limit of %s ms three statements have %j: the wait for a connection counts towards the first one, up to half of it',
  (statementTimeoutMs, limits, waitedMs) => {
    start({ poolSize: 1, ...(statementTimeoutMs !== undefined && { statementTimeoutMs }) });
    const first = take(pool, server);
    ask(first);
    const second = request();
    pass(waitedMs);
    first.release();
    ask(second.connection!);
    ask(second.connection!);
    expect(server.statements.map(({ limitMs }) => limitMs)).toEqual(limits);
  },
);

test('a lost statement and one that took too long are counted, each once', () => {
  start({ retries: new RetryBudget() });
  const [one, other] = [take(pool, server), take(pool, server)];
  ask(one);
  server.statements[0]!.done(lost());
  expect(observed.discarded).toEqual({ age: 0, failed: 1, timeout: 0 });
  ask(other);
  server.statements[1]!.done(new ServiceError('timeout'));
  expect(observed.discarded).toEqual({ age: 0, failed: 1, timeout: 1 });
});

describe('while the server is unreachable', () => {
  test('callers fail once no attempt is left, and then one attempt at a time follows, after a pause', () => {
    start();
    const callers = requests(3);
    // The first refusal alone is followed by another attempt.
    const left = [3, 2, 1].map(() => {
      server.refuse();
      return server.attempts;
    });
    expect([left, callers]).toEqual([
      [3, 2, 1],
      [{}, {}, {}],
    ]);
    server.refuse();
    for (const { error } of callers) {
      expect(error).toMatchObject({ reason: 'serviceUnavailable', cause: { code: 'ECONNREFUSED' } });
    }
    expect([observed.counts.waiting, server.attempts]).toEqual([0, 0]);

    const later = requests(3);
    pass(199);
    expect(server.attempts).toBe(0);
    pass(1);
    expect(server.attempts).toBe(1);
    later.push(request());
    expect(server.attempts).toBe(1);
    server.accept();
    // It is reachable again.
    expect([server.attempts, later.map(({ connection }) => connection !== undefined)]).toEqual([
      2,
      [true, false, false, false],
    ]);
  });

  test.each([2, 3])('the callers of a pool of %d wait for a connection that another caller holds', (poolSize) => {
    start({ poolSize });
    const held = take(pool, server);
    const callers = requests(poolSize - 1);
    for (let refused = 0; refused < poolSize; refused += 1) {
      server.refuse();
      expect(callers).toEqual(callers.map(() => ({})));
    }
    held.release();
    expect(callers[0]!.connection).toBeDefined();
  });

  test('a caller gets no connection in time, and the reason says so', () => {
    start();
    const caller = request();
    pass(4_999);
    expect(caller).toEqual({});
    pass(1);
    expect(caller.error).toMatchObject({ reason: 'serviceUnavailable', cause: new Error('no connection in time') });
  });
});

describe('a connection that the server closes', () => {
  test('while it is idle is forgotten', () => {
    start();
    const held = [take(pool, server), take(pool, server), take(pool, server)];
    for (const one of held) one.release();
    for (const left of [2, 1, 0]) {
      server.connections[0]!.cut();
      expect(observed.counts.open).toBe(left);
    }
    const caller = request();
    expect([caller, server.attempts]).toEqual([{}, 1]);
    server.accept();
    expect(server.connections.map(({ thread }) => thread.id)).toEqual([4]);
  });

  test('while it is held keeps its place until it is released', () => {
    start({ poolSize: 1 });
    const held = take(pool, server);
    const caller = request();
    server.connections[0]!.cut();
    expect([observed.counts.open, server.attempts]).toEqual([0, 0]);
    held.release();
    expect([observed.discarded.age, server.attempts]).toEqual([0, 1]);
    server.accept();
    expect(caller.connection).toBeDefined();
  });
});

describe('the end', () => {
  test('refuses those who wait and cancels what is being opened', () => {
    start({ poolSize: 2 });
    take(pool, server);
    const callers = requests(2);
    expect(server.attempts).toBe(1);
    pool.end(() => undefined);
    for (const { error } of callers) {
      expect(error).toMatchObject({ reason: 'serviceUnavailable', cause: new Error('the pool has ended') });
    }
    expect([server.attempts, observed.counts.waiting]).toEqual([0, 0]);
  });

  test('closes a connection when it is released, which is not its age, and sends no read again', () => {
    start({ retries: new RetryBudget() });
    const [one, other] = [take(pool, server), take(pool, server)];
    const ended = jest.fn();
    pool.end(ended);
    one.release();
    expect([server.connections.length, observed.discarded.age, ended.mock.calls.length]).toEqual([1, 0, 0]);
    const outcome = ask(other);
    server.statements[0]!.done(lost());
    expect([outcome, server.attempts]).toMatchObject([{ error: { reason: 'serviceUnavailable' } }, 0]);
    other.release();
    expect([ended.mock.calls, jest.getTimerCount()]).toEqual([[[null]], 0]);
    pass(10_000);
    expect(ended).toHaveBeenCalledTimes(1);
  });
});
