import { setTimeout as sleep } from 'node:timers/promises';

import { createTestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { errorType, everyGroup, json, LEASES, send, sendGraphQL } from './client';

test('MAX_REQUESTS_IN_FLIGHT=1: while one is being answered another is refused at once, and taken again afterwards', async () => {
  const database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  const gateway = await startTestGateway({ databaseUrl: database.url, env: { MAX_REQUESTS_IN_FLIGHT: '1' } });
  const token = await everyGroup();
  const ask = () => send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  expect((await ask()).status).toBe(200);

  const held = await holdTenants(database.url);
  const first = ask();
  await held.awaited();

  const rest = await ask();
  expect([rest.status, errorType(rest), rest.headers.get('retry-after')]).toEqual([503, 'overloaded', '1']);
  const graphql = await sendGraphQL(gateway.url, { token });
  expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '1']);
  expect(json(graphql)).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', type: 'overloaded' } }] });
  expect((await send(`${gateway.adminUrl}/livez`, { method: 'GET' })).status).toBe(200);

  await held.release();
  expect((await first).status).toBe(200);
  expect((await ask()).status).toBe(200);
  await gateway.close();
  await database.drop();
});

test('a client that hangs up gives its place back', async () => {
  const gateway = await startTestGateway({
    databaseUrl: 'mysql://root@127.0.0.1:1/none',
    env: { MAX_REQUESTS_IN_FLIGHT: '1' },
  });
  const abandoned = new AbortController();
  // A body that never ends keeps the request in flight.
  const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) });
  const headers = { Authorization: `Bearer ${await everyGroup()}`, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half', signal: abandoned.signal } as const;
  const hanging = fetch(gateway.url + LEASES, init).catch(() => undefined);
  const answered = async (type: string): Promise<void> => {
    while (errorType(await send(gateway.url + LEASES)) !== type) await sleep(20);
  };
  await answered('overloaded');

  abandoned.abort();
  await hanging;
  await answered('missing_authorization');
  await gateway.close();
});
