import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as soon } from 'node:timers/promises';

import type { ServiceError } from '../../src/errors';
import { admission } from '../../src/http/admission';
import { type Sharer, type Slots, slots } from '../../src/http/slots';
import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { createTestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { everyGroup, LEASES, send } from './client';

/** Decisions 71 and 75: requests wait for concurrency slots, which callers share. */

const response = () => ({}) as ServerResponse;
const NEVER = 60_000;

/** Slots, and what became of the requests that asked for one, in its order. */
class Watched {
  readonly told: string[] = [];
  waiting = 0;
  readonly slots: Slots;

  constructor(atOnce: number, inFlight = 256, waitMs = NEVER) {
    this.slots = slots({ atOnce, inFlight, waitMs }, (more) => (this.waiting += more));
  }

  /** A request that is called `name`, of a caller whose subject is that unless it is given. */
  take(name: string, subject = name): ServerResponse {
    return this.takeFor(subject, name);
  }

  takeFor(sharer: Sharer, name: string): ServerResponse {
    const one = response();
    const refused = ({ reason }: ServiceError) => this.told.push(`${name}: ${reason}`);
    try {
      const taken = this.slots.take(one, sharer);
      if (taken === undefined) this.told.push(name);
      else taken.then(() => this.told.push(name), refused);
    } catch (refusal) {
      refused(refusal as ServiceError);
    }
    return one;
  }

  async giveBack(...responses: readonly ServerResponse[]): Promise<void> {
    for (const one of responses) this.slots.giveBack(one);
    await soon();
  }
}

test('decision 71: as many as there are slots begin at once, the others of a caller in their order as slots are given back', async () => {
  const watched = new Watched(2);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => watched.take(name, 'one'));
  expect([watched.told, watched.waiting]).toEqual([['a', 'b'], 2]);

  await watched.giveBack(b!);
  // As the closing of its connection says once more.
  await watched.giveBack(b!);
  expect([watched.told, watched.waiting]).toEqual([['a', 'b', 'c'], 1]);
  await watched.giveBack(a!);
  expect(watched.told).toEqual(['a', 'b', 'c', 'd']);
  await watched.giveBack(c!, d!);
  watched.take('e');
  watched.take('f');
  watched.take('g');
  expect([watched.told, watched.waiting]).toEqual([['a', 'b', 'c', 'd', 'e', 'f'], 1]);
});

test('decision 75: of one slot that a hundred requests of a caller ask for, another caller has the next one', async () => {
  const watched = new Watched(1);
  const crowd = Array.from({ length: 100 }, (_, nth) => watched.take(`a${nth}`, 'a'));
  const other = watched.take('b');
  await watched.giveBack(crowd[0]!);
  expect(watched.told).toEqual(['a0', 'b']);
  await watched.giveBack(other);
  expect(watched.told).toEqual(['a0', 'b', 'a1']);
});

test.each([
  ['requests without a good token', undefined],
  ['tokens without a subject', null],
])('decision 75: all %s share as one caller', async (_name, sharer) => {
  const watched = new Watched(1);
  const [first] = [watched.takeFor(sharer, '0'), watched.takeFor(sharer, '1'), watched.takeFor(sharer, '2')];
  const [b, c] = [watched.take('b'), watched.takeFor(sharer === null ? undefined : null, 'c')];
  await watched.giveBack(first);
  await watched.giveBack(b);
  await watched.giveBack(c);
  expect(watched.told).toEqual(['0', 'b', 'c', '1']);
});

test('decision 75: a slot goes to the caller that has the fewest, even when it had the last one, too', async () => {
  const watched = new Watched(5);
  for (const name of ['a0', 'a1', 'a2']) watched.take(name, 'a');
  const b0 = watched.take('b0', 'b');
  for (const name of ['b1', 'b2', 'b3']) watched.take(name, 'b');
  watched.take('a3', 'a');
  await watched.giveBack(b0);
  expect(watched.told).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
});

test('decision 75: with all places taken, the newest waiting request of who has the most gives way to who has fewer', async () => {
  const watched = new Watched(1, 4);
  const first = watched.take('a0', 'a');
  for (const name of ['a1', 'a2', 'a3', 'a4']) watched.take(name, 'a');
  watched.take('b0', 'b');
  watched.take('b1', 'b');
  // Each has two now.
  watched.take('b2', 'b');
  watched.take('a5', 'a');
  await soon();
  expect(watched.told).toEqual([
    'a0',
    'a4: overloaded',
    'b2: overloaded',
    'a5: overloaded',
    'a3: overloaded',
    'a2: overloaded',
  ]);
  expect(watched.waiting).toBe(3);
  await watched.giveBack(first);
  expect(watched.told.at(-1)).toBe('b0');
});

test('decision 75: a caller that has nothing waits even where all in flight have slots, and only as many as there are slots', async () => {
  const watched = new Watched(8, 1);
  const first = watched.take('a0', 'a');
  watched.take('a1', 'a');
  watched.take('b');
  watched.take('c');
  expect(watched.told).toEqual(['a0', 'a1: overloaded', 'c: overloaded']);
  await watched.giveBack(first);
  expect([watched.told.at(-1), watched.waiting]).toEqual(['b', 0]);
});

test('decision 71: a request that waits too long is overloaded', async () => {
  const watched = new Watched(1, 256, 5);
  const [first] = [watched.take('a0', 'a'), watched.take('a1', 'a'), watched.take('a2', 'a')];
  while (watched.told.length < 3) await soon();
  expect([watched.told, watched.waiting]).toEqual([['a0', 'a1: overloaded', 'a2: overloaded'], 0]);
  await watched.giveBack(first);
  watched.take('b');
  expect(watched.told.at(-1)).toBe('b');
});

test('decision 71: while no slot is given back, the newest request of each caller goes on', async () => {
  const watched = new Watched(1);
  const first = watched.take('a0', 'a');
  for (const name of ['a1', 'b0', 'b1']) watched.take(name, name.charAt(0));
  while (watched.told.length < 3) await soon();
  expect([watched.told, watched.waiting]).toEqual([['a0', 'a1', 'b1'], 1]);
  // Those beside the slots leave none behind.
  await watched.giveBack(first);
  expect(watched.told).toEqual(['a0', 'a1', 'b1']);
  while (watched.waiting > 0) await soon();
  expect(watched.told).toEqual(['a0', 'a1', 'b1', 'b0']);
});

test('decision 71: a request that ends while it waits is not worked on, not even when it ends just after one before it', async () => {
  const watched = new Watched(1);
  const [first, second, third] = ['first', 'second', 'third', 'last'].map((name) => watched.take(name, 'one'));
  await watched.giveBack(second!);
  expect(watched.told).toEqual(['first', 'second: overloaded']);
  // As all requests of a connection end when it is closed.
  await watched.giveBack(first!, third!);
  expect(watched.told).toEqual(['first', 'second: overloaded', 'third: overloaded', 'last']);
  expect(watched.waiting).toBe(0);
});

test('decision 71: a quarter more slots than connections; what is awaited of a client takes none, and counts for its caller again', async () => {
  const refusals: string[] = [];
  const shared = admission({
    maxRequestsInFlight: 8,
    maxEventLoopDelayMs: 1_000,
    databaseConnectTimeoutMs: NEVER,
    connections: 2,
    eventLoop: { delay: () => 0 },
    monotonicNow: () => 0,
    onRefused: () => refusals.push('refused'),
  });
  const exchanges = Array.from({ length: 5 }, () => {
    const socket = new EventEmitter();
    return Object.assign(new EventEmitter(), { req: { socket } }) as unknown as ServerResponse;
  });
  const begun: number[] = [];
  exchanges
    .slice(0, 4)
    .forEach((one, nth) => void (shared.enter(one, 'a') ?? Promise.resolve()).then(() => begun.push(nth)));
  await soon();
  expect(begun).toEqual([0, 1, 2]);

  let arrive!: () => void;
  const body = shared.awaitClient(exchanges[0]!, new Promise<void>((resolve) => (arrive = resolve)));
  await soon();
  expect(begun).toEqual([0, 1, 2, 3]);
  void body.then(() => begun.push(0));
  arrive();
  await soon();
  void shared.enter(exchanges[4]!, 'b')!.then(() => begun.push(4));
  shared.leave(exchanges[1]!);
  await soon();
  // b has no slot yet, a has two.
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  shared.leave(exchanges[2]!);
  await soon();
  expect([begun, refusals]).toEqual([[0, 1, 2, 3, 4, 0], []]);
});

test('decision 71: lookups that the database does not answer keep others waiting, but not from being answered', async () => {
  const database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  // None of them is given up while the test lasts.
  const times = { DATABASE_CONNECT_TIMEOUT_MS: '60000', STATEMENT_TIMEOUT_MS: '60000' };
  const gateway = await startTestGateway({ databaseUrl: database.url, env: { DATABASE_POOL_SIZE: '1', ...times } });
  const token = await everyGroup();
  const ask = () => send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  expect((await ask()).status).toBe(200);
  const held = await holdTenants(database.url);
  const answers: string[] = [];
  const hanging = Array.from({ length: 4 }, () => ask().then(({ status }) => answers.push(String(status))));
  await held.awaited();

  // The admin door knows no turns, and so comes before what was sent before it.
  const begin = (name: string, url: string, head: string) =>
    new Promise<() => Promise<void>>((connected) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
        connected(async () => {
          socket.write(`${head} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
          await once(socket, 'data');
          answers.push(name);
          socket.destroy();
        }),
      );
    });
  const both = [
    await begin('refusal', gateway.url, `POST ${LEASES}`),
    await begin('livez', gateway.adminUrl, 'GET /livez'),
  ];
  await Promise.all(both.map((write) => write()));
  expect(answers).toEqual(['livez', 'refusal']);

  await held.release();
  await Promise.all(hanging);
  expect(answers.slice(2)).toEqual(['200', '200', '200', '200']);
  await gateway.close();
  await database.drop();
});
