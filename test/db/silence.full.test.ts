import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import { readDatabaseAddress } from '../../src/config/settings';
import { errorType, everyGroup, json, LEASES, send, sendGraphQL } from '../http/client';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { insertHousehold } from './household';
import { startPrivateServer } from './private-server';
import { startSilentDatabase } from './silent-database';
import { until } from '../support/until';

/** A database that neither answers nor closes connections delays nobody longer than the deadlines. */

const env = { DATABASE_CONNECT_TIMEOUT_MS: '400', STATEMENT_TIMEOUT_MS: '500' };
/** Connecting, or a statement and its slack, take a second at most; the rest is for a busy machine. Without a deadline nothing would ever come. */
const TIMEOUT_MS = 10_000;

async function within<Result>(work: Promise<Result>, limitMs = TIMEOUT_MS): Promise<Result> {
  const started = Date.now();
  const result = await Promise.race([work, sleep(limitMs * 2, undefined, { ref: false })]);
  expect(Date.now() - started).toBeLessThan(limitMs);
  return result as Result;
}

async function ask({ url }: TestGateway) {
  return within(send(url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } }));
}

/** Sends requests to both transports and the admin listener, from more callers than there are connections. @returns the statuses of the lookups */
async function isSilent(gateway: TestGateway): Promise<Set<number>> {
  const token = await everyGroup();
  const [rest, graphql, readiness] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => ask(gateway))),
    within(sendGraphQL(gateway.url, { token })),
    within(send(`${gateway.adminUrl}/readyz`, { method: 'GET' })),
  ]);
  for (const answer of rest) expect(errorType(answer)).toBe(answer.status === 504 ? 'timeout' : 'service_unavailable');
  expect(json(graphql)).toMatchObject({
    errors: [{ extensions: { type: expect.stringMatching(/^(timeout|service_u)/) } }],
  });
  expect([readiness.status, json(readiness)]).toEqual([
    503,
    { status: 'unavailable', problems: ['the database does not answer'] },
  ]);
  return new Set([...rest, graphql].map(({ status }) => status));
}

test.each(['mute', 'greeting', 'login'] as const)('silent in the handshake: %s', async (point) => {
  const database = await startSilentDatabase(point);
  const gateway = await startTestGateway({ databaseUrl: database.url, env });
  for (let round = 0; round < 2; round += 1) expect(await isSilent(gateway)).toEqual(new Set([503]));
  await within(gateway.close(), 9_000);
  await until(() => database.open() === 0);
  await database.stop();
});

test('callers who time out while they wait for a connection leave no attempt to connect', async () => {
  const database = await startSilentDatabase('mute');
  const gateway = await startTestGateway({ databaseUrl: database.url, env });
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(gateway)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  await until(() => database.open() === 0);
  await gateway.close();
  await database.stop();
});

test('closing the pool does not wait for a statement that is never answered', async () => {
  const database = await startSilentDatabase('login');
  const db = connect(readDatabaseAddress({ DATABASE_URL: database.url }), { poolSize: 1, connectTimeoutMs: 20_000 });
  db.introspection.getSchemas().catch(() => undefined);
  await until(() => database.open() !== 0);
  await sleep(200);
  await within(db.destroy(), 4_000);
  await until(() => database.open() === 0);
  await database.stop();
});

test('a server that freezes with open connections: 504, then 503, and correct answers once it continues', async () => {
  const server = await startPrivateServer({});
  const db = connect(readDatabaseAddress({ DATABASE_URL: server.databaseUrl }), COMMAND_CONNECTION);
  await migrate(db);
  await insertHousehold(db, 'north');
  await db.destroy();
  const gateway = await startTestGateway({ databaseUrl: server.databaseUrl, env });
  const answered = async () =>
    expect(json(await ask(gateway))).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
  await Promise.all([1, 2, 3, 4, 5, 6].map(answered));

  const pid = Number(readFileSync(server.pidFile, 'utf8'));
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await isSilent(gateway)).toContain(504);
    await until(async () => (await isSilent(gateway)).has(503));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const ready = async () => (await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status === 200;
  const thawed = Date.now();
  await until(async () => await ready());
  expect(Date.now() - thawed).toBeLessThan(20_000);
  await Promise.all([1, 2, 3, 4, 5, 6].map(answered));

  process.kill(pid, 'SIGSTOP');
  try {
    await within(gateway.close(), 4_000);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await server.stop();
}, 120_000);
