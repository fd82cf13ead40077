import { Agent, request } from 'node:http';

import { createTestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send } from './client';

/** `close` lets what is in flight finish, on connections that the client would keep, and takes nothing new. */
test('a request in flight is answered, and then the gateway stops at once', async () => {
  const database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  const gateway = await startTestGateway({ databaseUrl: database.url });
  const token = await everyGroup();
  const agent = new Agent({ keepAlive: true });
  const body = { identifier: 'north-tenant' };
  expect(await post(agent, gateway.url + LEASES, token, body)).toMatchObject({ status: 200, connection: 'keep-alive' });

  const held = await holdTenants(database.url);
  const inFlight = post(agent, gateway.url + LEASES, token, body);
  await held.awaited();
  let ended = false;
  const closing = gateway.close().then(() => (ended = true));
  await expect(send(gateway.url + LEASES, { token, body })).rejects.toThrow();
  expect(ended).toBe(false);

  await held.release();
  const answer = await inFlight;
  const answered = Date.now();
  expect(answer).toMatchObject({ status: 200, connection: 'close' });
  expect(answer.text).toContain('north-lease');
  await closing;
  // Not at the end of the ten seconds that a drain may take.
  expect(Date.now() - answered).toBeLessThan(9_000);

  agent.destroy();
  await database.drop();
});

interface Posted {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly text: string;
}

function post(agent: Agent, url: string, token: string, body: object): Promise<Posted> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status, headers } = response;
        resolve({ status, connection: headers.connection, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
