import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as soon } from 'node:timers/promises';

import type { ServiceError } from '../../src/errors';
import { admission } from '../../src/http/admission';
import { turns } from '../../src/http/turns';
import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { createTestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { everyGroup, LEASES, send } from './client';

/** Decision 71: requests take turns. */

const response = () => ({}) as ServerResponse;

test('decision 71: as many as there are turns begin at once, the others in their order as turns are given back', async () => {
  const turn = turns(2);
  const [a, b, c, d] = [response(), response(), response(), response()];
  const begun: string[] = [];
  expect([turn.begin(a), turn.begin(b)]).toEqual([undefined, undefined]);
  void turn.begin(c)!.then(() => begun.push('c'));
  void turn.begin(d)!.then(() => begun.push('d'));
  await soon();
  expect(begun).toEqual([]);

  turn.end(b);
  // As the closing of its connection says once more.
  turn.end(b);
  await soon();
  expect(begun).toEqual(['c']);
  turn.end(a);
  await soon();
  expect(begun).toEqual(['c', 'd']);
  for (const one of [c, d]) turn.end(one);
  expect([turn.begin(a), turn.begin(b)]).toEqual([undefined, undefined]);
});

test('decision 71: a request that waits for long begins without a turn, and takes none from those that have one', async () => {
  const turn = turns(1);
  const [stuck, late, next] = [response(), response(), response()];
  expect(turn.begin(stuck)).toBeUndefined();
  await turn.begin(late);
  const begun: string[] = [];
  void turn.begin(next)!.then(() => begun.push('next'));
  turn.end(late);
  await soon();
  expect(begun).toEqual([]);
  turn.end(stuck);
  await soon();
  expect(begun).toEqual(['next']);
});

test('decision 71: a request that ends while it waits is not worked on, not even when it ends just after one before it', async () => {
  const turn = turns(1);
  const [first, second, third, last] = [response(), response(), response(), response()];
  const begun: string[] = [];
  const wait = (one: ServerResponse, name: string) =>
    turn.begin(one)!.then(
      () => begun.push(name),
      ({ reason }: ServiceError) => begun.push(`${name}: ${reason}`),
    );
  expect(turn.begin(first)).toBeUndefined();
  void wait(second, 'second');
  void wait(third, 'third');
  void wait(last, 'last');
  turn.end(second);
  await soon();
  expect(begun).toEqual(['second: overloaded']);
  // As all requests of a connection end when it is closed.
  turn.end(first);
  turn.end(third);
  await soon();
  expect(begun).toEqual(['second: overloaded', 'third: overloaded', 'last']);
});

test('decision 71: a place comes with a turn, a quarter more turns than connections; what is awaited of a client takes neither', async () => {
  const limits = { maxRequestsInFlight: 8, maxEventLoopDelayMs: 1_000, connections: 2 };
  const door = admission(limits, { delay: () => 0 }, () => undefined);
  const exchanges = Array.from({ length: 4 }, () => {
    const socket = new EventEmitter();
    return Object.assign(new EventEmitter(), { req: { socket } }) as unknown as ServerResponse;
  });
  const begun: number[] = [];
  exchanges.forEach((one, nth) => void (door.enter(one) ?? Promise.resolve()).then(() => begun.push(nth)));
  await soon();
  expect(begun).toEqual([0, 1, 2]);

  let arrive!: () => void;
  const body = door.awaitClient(exchanges[0]!, new Promise<void>((resolve) => (arrive = resolve)));
  await soon();
  expect(begun).toEqual([0, 1, 2, 3]);
  void body.then(() => begun.push(0));
  arrive();
  await soon();
  expect(begun).toEqual([0, 1, 2, 3]);
  door.leave(exchanges[1]!);
  await soon();
  expect(begun).toEqual([0, 1, 2, 3, 0]);
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
