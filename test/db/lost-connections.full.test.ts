import { setTimeout as sleep } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';

import type { ServiceError } from '../../src/errors';
import { isLost, translateFailure } from '../../src/db/pool/failures';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { everyGroup, json, LEASES, send, sendGraphQL } from '../http/client';
import { insertHousehold } from './household';
import { gatewayThreads, killGatewayThreads } from './gateway-threads';

/** Decision 62: a connection that the server closes fails no request. */

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  gateway = await startTestGateway({ databaseUrl: database.url, env: { DATABASE_POOL_SIZE: '8' } });
});

afterAll(async () => {
  await gateway.close();
  await database.drop();
});

async function lookups(count: number): Promise<void> {
  const token = await everyGroup();
  const one = async () => {
    const rest = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
    expect(json(rest)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
    expect((await sendGraphQL(gateway.url, { token })).status).toBe(200);
  };
  await Promise.all(Array.from({ length: count }, one));
}

const killAll = () => killGatewayThreads(database.url);

test('decision 62: no lookup fails although all idle connections are closed, again and again', async () => {
  for (let round = 0; round < 10; round += 1) {
    await lookups(12);
    expect(await killAll()).toBeGreaterThan(0);
    await lookups(12);
  }
});

test('decision 62: no lookup fails although connections are closed while lookups run', async () => {
  let killed = 0;
  for (let round = 0; round < 39; round += 1) {
    const load = lookups(8);
    // About one in ten statements may be sent again, so losses are in proportion to answers, however busy the machine is.
    if (round % 3 === 0) killed += await killAll();
    await load;
  }
  expect(killed).toBeGreaterThan(5);
});

test("decision 62: a write that meets the server's farewell is a loss, whichever realm of Node made its error", () => {
  for (const make of [eval, runInNewContext]) {
    const error: unknown = make("Object.assign(new Error('ended by the other party'), { code: 'EPIPE', fatal: true })");
    expect([isLost(error), (translateFailure(error) as ServiceError).reason]).toEqual([true, 'serviceUnavailable']);
  }
});

test('decision 62: no connection is older than the maximum age', async () => {
  const aging = await startTestGateway({
    databaseUrl: database.url,
    env: { DATABASE_POOL_SIZE: '2', DATABASE_CONNECTION_MAX_AGE_SECONDS: '1' },
  });
  const token = await everyGroup();
  const ask = () => send(aging.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  await killAll();
  await ask();
  const ids = async () => (await gatewayThreads(database.url)).map(({ id }) => id);
  const first = await ids();
  for (const until = Date.now() + 1_200; Date.now() < until; await sleep(20)) expect((await ask()).status).toBe(200);
  expect((await ids()).filter((id) => first.includes(id))).toEqual([]);
  await aging.close();
});
