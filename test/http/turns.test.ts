import type { ServerResponse } from 'node:http';
import { setImmediate as soon } from 'node:timers/promises';

import { turns } from '../../src/http/turns';
import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { createTestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { errorType, everyGroup, LEASES, send } from './client';

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

test('decision 71: a request that ends while it waits is not worked on, and keeps nobody waiting', async () => {
  const turn = turns(1);
  const [first, gone, next] = [response(), response(), response()];
  expect(turn.begin(first)).toBeUndefined();
  const waited = expect(turn.begin(gone)).rejects.toMatchObject({ reason: 'overloaded' });
  const begun = turn.begin(next);
  turn.end(gone);
  await waited;
  turn.end(first);
  await begun;
});

test('decision 71: lookups that the database does not answer keep no other request from being answered', async () => {
  const database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  // None of them is given up while the test lasts.
  const times = { DATABASE_CONNECT_TIMEOUT_MS: '60000', STATEMENT_TIMEOUT_MS: '60000' };
  const gateway = await startTestGateway({ databaseUrl: database.url, env: { DATABASE_POOL_SIZE: '1', ...times } });
  const token = await everyGroup();
  const ask = () => send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  expect((await ask()).status).toBe(200);
  const held = await holdTenants(database.url);
  let answered = 0;
  const hanging = Array.from({ length: 4 }, () => ask().finally(() => (answered += 1)));
  await held.awaited();

  expect(errorType(await send(gateway.url + LEASES))).toBe('missing_authorization');
  expect(answered).toBe(0);
  await held.release();
  await Promise.all(hanging);
  expect((await ask()).status).toBe(200);
  await gateway.close();
  await database.drop();
});
