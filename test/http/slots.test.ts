import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as soon } from 'node:timers/promises';

import type { ServiceError } from '../../src/errors';
import { Admission } from '../../src/http/admission';
import { type CallerKey, Slots } from '../../src/http/slots';

/** Decisions 41 and 42: requests wait for concurrency slots, which are shared among callers. */

// On a busy machine a request could otherwise wait so long that it begins without a slot.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => void jest.useRealTimers());

const response = () => ({}) as ServerResponse;
const NEVER = 60_000;

/** Slots, and the requests that acquired one or were refused, in that order. */
class TrackedSlots {
  readonly events: string[] = [];
  waiting = 0;
  readonly slots: Slots<ServerResponse>;

  constructor(atOnce: number, inFlight = 256, waitMs = NEVER) {
    this.slots = new Slots({ atOnce, inFlight, waitMs }, (more) => (this.waiting += more));
  }

  /** Acquires a slot for a request with this name. Its caller has the same name by default. */
  acquire(name: string, subject = name): ServerResponse {
    return this.acquireFor(subject, name);
  }

  acquireFor(callerKey: CallerKey, name: string): ServerResponse {
    const one = response();
    const refused = ({ reason }: ServiceError) => this.events.push(`${name}: ${reason}`);
    try {
      const acquired = this.slots.acquire(one, callerKey);
      if (acquired === undefined) this.events.push(name);
      else acquired.then(() => this.events.push(name), refused);
    } catch (refusal) {
      refused(refusal as ServiceError);
    }
    return one;
  }

  async release(...responses: readonly ServerResponse[]): Promise<void> {
    for (const one of responses) this.slots.release(one);
    await soon();
  }
}

test('decision 41: as many requests begin at once as there are slots; the others of a caller begin in order as slots are released', async () => {
  const tracked = new TrackedSlots(2);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => tracked.acquire(name, 'one'));
  expect([tracked.events, tracked.waiting]).toEqual([['a', 'b'], 2]);

  await tracked.release(b!);
  // The end of its connection releases it again.
  await tracked.release(b!);
  expect([tracked.events, tracked.waiting]).toEqual([['a', 'b', 'c'], 1]);
  await tracked.release(a!);
  expect(tracked.events).toEqual(['a', 'b', 'c', 'd']);
  await tracked.release(c!, d!);
  tracked.acquire('e');
  tracked.acquire('f');
  tracked.acquire('g');
  expect([tracked.events, tracked.waiting]).toEqual([['a', 'b', 'c', 'd', 'e', 'f'], 1]);
});

test('decision 41: waiting requests begin in the next turn of the event loop, before a newer request', async () => {
  const tracked = new TrackedSlots(3);
  const first = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => tracked.acquire(name)).slice(0, 3);
  for (const one of first) tracked.slots.release(one);
  // Slots are free, and still the newest request is the last one.
  tracked.acquire('g');
  expect(tracked.events).toEqual(['a', 'b', 'c']);
  await soon();
  expect(tracked.events).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('decision 42: while a hundred requests of one caller wait for a slot, another caller gets the next one', async () => {
  const tracked = new TrackedSlots(1);
  const crowd = Array.from({ length: 100 }, (_, nth) => tracked.acquire(`a${nth}`, 'a'));
  const other = tracked.acquire('b');
  await tracked.release(crowd[0]!);
  expect(tracked.events).toEqual(['a0', 'b']);
  await tracked.release(other);
  expect(tracked.events).toEqual(['a0', 'b', 'a1']);
});

test.each([
  ['requests without a valid token', undefined],
  ['tokens without a subject', null],
])('decision 42: all %s count as one caller', async (_name, callerKey) => {
  const tracked = new TrackedSlots(1);
  const [first] = [
    tracked.acquireFor(callerKey, '0'),
    tracked.acquireFor(callerKey, '1'),
    tracked.acquireFor(callerKey, '2'),
  ];
  const [b, c] = [tracked.acquire('b'), tracked.acquireFor(callerKey === null ? undefined : null, 'c')];
  await tracked.release(first);
  await tracked.release(b);
  await tracked.release(c);
  expect(tracked.events).toEqual(['0', 'b', 'c', '1']);
});

test('decision 42: a slot goes to the caller with the fewest slots, even if it also got the last one', async () => {
  const tracked = new TrackedSlots(5);
  for (const name of ['a0', 'a1', 'a2']) tracked.acquire(name, 'a');
  const b0 = tracked.acquire('b0', 'b');
  for (const name of ['b1', 'b2', 'b3']) tracked.acquire(name, 'b');
  tracked.acquire('a3', 'a');
  await tracked.release(b0);
  expect(tracked.events).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
});

test('decision 42: at the limit, a caller with fewer requests displaces the newest waiting request of the caller with the most', async () => {
  const tracked = new TrackedSlots(1, 4);
  const first = tracked.acquire('a0', 'a');
  for (const name of ['a1', 'a2', 'a3', 'a4']) tracked.acquire(name, 'a');
  tracked.acquire('b0', 'b');
  tracked.acquire('b1', 'b');
  // Each caller has two now.
  tracked.acquire('b2', 'b');
  tracked.acquire('a5', 'a');
  await soon();
  expect(tracked.events).toEqual([
    'a0',
    'a4: overloaded',
    'b2: overloaded',
    'a5: overloaded',
    'a3: overloaded',
    'a2: overloaded',
  ]);
  expect(tracked.waiting).toBe(3);
  await tracked.release(first);
  expect(tracked.events.at(-1)).toBe('b0');
});

test('decision 42: at the limit, a caller without any request may still wait, but no more requests wait than there are slots', async () => {
  const tracked = new TrackedSlots(8, 1);
  const first = tracked.acquire('a0', 'a');
  tracked.acquire('a1', 'a');
  tracked.acquire('b');
  tracked.acquire('c');
  expect(tracked.events).toEqual(['a0', 'a1: overloaded', 'c: overloaded']);
  await tracked.release(first);
  expect([tracked.events.at(-1), tracked.waiting]).toEqual(['b', 0]);
});

test('decision 41: a request that waits too long is overloaded', async () => {
  const tracked = new TrackedSlots(1, 256, 5);
  const [first] = [tracked.acquire('a0', 'a'), tracked.acquire('a1', 'a'), tracked.acquire('a2', 'a')];
  await jest.advanceTimersByTimeAsync(5);
  expect([tracked.events, tracked.waiting]).toEqual([['a0', 'a1: overloaded', 'a2: overloaded'], 0]);
  await tracked.release(first);
  tracked.acquire('b');
  expect(tracked.events.at(-1)).toBe('b');
});

test('decision 41: while no slot is released, the newest request of each caller proceeds every 100 ms', async () => {
  const tracked = new TrackedSlots(1);
  const first = tracked.acquire('a0', 'a');
  for (const name of ['a1', 'b0', 'b1', 'b2']) tracked.acquire(name, name.charAt(0));
  await jest.advanceTimersByTimeAsync(100);
  expect([tracked.events, tracked.waiting]).toEqual([['a0', 'a1', 'b2'], 2]);
  await jest.advanceTimersByTimeAsync(100);
  expect(tracked.events).toEqual(['a0', 'a1', 'b2', 'b1']);
  // Requests that exceeded the slots do not add slots when they end.
  await tracked.release(first);
  expect(tracked.events).toEqual(['a0', 'a1', 'b2', 'b1']);
  await jest.advanceTimersByTimeAsync(100);
  expect(tracked.events).toEqual(['a0', 'a1', 'b2', 'b1', 'b0']);
});

test('decision 41: a request that ends while it waits never gets a slot, not even if it ends just after an earlier one', async () => {
  const tracked = new TrackedSlots(1);
  const [first, second, third] = ['first', 'second', 'third', 'last'].map((name) => tracked.acquire(name, 'one'));
  await tracked.release(second!);
  expect(tracked.events).toEqual(['first', 'second: overloaded']);
  // All requests of a connection end when it closes.
  await tracked.release(first!, third!);
  expect(tracked.events).toEqual(['first', 'second: overloaded', 'third: overloaded', 'last']);
  expect(tracked.waiting).toBe(0);
});

/** Of two connections. */
const ADMISSION = {
  maxRequestsInFlight: 8,
  maxEventLoopDelayMs: 1_000,
  databaseConnectTimeoutMs: NEVER,
  connections: 2,
  eventLoop: { delay: () => 0 },
  monotonicNow: () => 0,
  observer: { requestOverloaded: () => undefined },
};

const exchange = (): ServerResponse =>
  Object.assign(new EventEmitter(), { req: { socket: new EventEmitter() } }) as unknown as ServerResponse;

test('decision 41: there are a quarter more slots than connections; a request that waits for its client has none, and then counts for its caller again', async () => {
  const refusals: string[] = [];
  const shared = new Admission({ ...ADMISSION, observer: { requestOverloaded: () => refusals.push('refused') } });
  const exchanges = Array.from({ length: 5 }, exchange);
  const begun: number[] = [];
  // A turn of the event loop is enough for each.
  const turns = async () => {
    for (let turn = 0; turn < 4; turn += 1) await soon();
  };
  ['a', 'a', 'c', 'c'].forEach(
    (caller, nth) => void (shared.acquire(exchanges[nth]!, caller) ?? Promise.resolve()).then(() => begun.push(nth)),
  );
  await turns();
  expect(begun).toEqual([0, 1, 2]);

  let arrive!: () => void;
  const body = shared.awaitClient(exchanges[0]!, new Promise<void>((resolve) => (arrive = resolve)));
  await turns();
  expect(begun).toEqual([0, 1, 2, 3]);
  void body.then(() => begun.push(0));
  arrive();
  await turns();
  void shared.acquire(exchanges[4]!, 'b')!.then(() => begun.push(4));
  shared.release(exchanges[1]!);
  await turns();
  // b waited longer without a slot than a.
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  shared.release(exchanges[2]!);
  await turns();
  expect([begun, refusals]).toEqual([[0, 1, 2, 3, 4, 0], []]);
});

test('decision 42: one caller never has the last slot, and four requests begin in a turn of the event loop before others wait', async () => {
  const shared = new Admission({ ...ADMISSION, connections: 5 });
  const begun: string[] = [];
  const begin = (name: string, caller: string) =>
    void (shared.acquire(exchange(), caller) ?? Promise.resolve()).then(() => begun.push(name));
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']) begin(name, 'a');
  begin('b0', 'b');
  await Promise.resolve();
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3']);
  await soon();
  expect(begun.slice(4)).toEqual(['b0', 'a4', 'a5']);
  // Not even while no slot is released.
  await jest.advanceTimersByTimeAsync(200);
  expect(begun.at(-1)).toBe('a5');
});

test('decision 42: the statements of callers take turns, and one caller has no more at once than there are connections', async () => {
  const waiting: number[] = [];
  const shared = new Admission({ ...ADMISSION, observer: { connectionWaiters: (change) => waiting.push(change) } });
  const begun: string[] = [];
  const ended = new Map<string, () => void>();
  const ask = async (name: string) => {
    const turns = shared.turnsOf(name.charAt(0));
    const statement = {};
    await turns.acquire(statement);
    begun.push(name);
    await new Promise<void>((resolve) => ended.set(name, resolve));
    turns.release(statement);
  };
  const all = ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0'].map(ask);
  await soon();
  // Two connections have three slots.
  expect([begun, waiting]).toEqual([
    ['a0', 'a1', 'b0'],
    [1, 1, 1, 1],
  ]);
  for (const [name, next] of [
    ['a0', 'c0'],
    ['c0', 'b1'],
    ['b0', 'a2'],
    ['a1', 'a3'],
  ] as const) {
    ended.get(name)!();
    await soon();
    await soon();
    expect(begun.at(-1)).toBe(next);
  }
  for (const name of ['b1', 'a2', 'a3']) ended.get(name)!();
  await Promise.all(all);
});
