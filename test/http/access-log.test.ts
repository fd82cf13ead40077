/** `ACCESS_LOG`: one line for each request, without personal data. */

import { sql } from 'kysely';
import { pino } from 'pino';

import { encodeNodeId } from '../../src/schema/opaque-ids';
import { insertHousehold } from '../db/household';
import { databaseForAllTests } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { everyGroup, LEASES, send, TENANTS } from './client';
import { exchange } from './raw';
import { until } from '../support/until';

const database = databaseForAllTests();
let gateway: TestGateway;
let lines: string[];
let tenantId: number;

beforeAll(async () => {
  ({ tenantId } = await insertHousehold(database.db, 'north'));
});
afterEach(() => gateway.close());

/** Each statement takes this long, by the clock of the gateway. */
const STATEMENT_MS = 12.3456;

async function start(env: Readonly<Record<string, string>>, level = 'fatal'): Promise<void> {
  lines = [];
  let clock = 0;
  const log = pino({ level }, { write: (line: string) => void lines.push(line) });
  gateway = await startTestGateway({
    databaseUrl: database.url,
    env,
    log,
    monotonicNow: () => clock,
    onStatement: () => (clock += STATEMENT_MS),
  });
}

/** The lines once there are so many: the last request may still be ending when its client has the answer. */
async function told(count: number): Promise<object[]> {
  await until(() => lines.length >= count);
  return lines.map((line) => JSON.parse(line) as object);
}

test('a request has one line, at every LOG_LEVEL, with its route and the size of its answer', async () => {
  await start({ ACCESS_LOG: 'on', PUBLIC_URL: '/api' });
  const token = await everyGroup();
  const lookup = { token, body: { identifier: 'north-tenant' } };
  await send(gateway.url + LEASES, lookup);
  const found = await send(gateway.url + LEASES, { ...lookup, headers: { 'X-Request-Id': 'req-1' } });
  const [, line, ...others] = await told(2);
  expect(others).toEqual([]);
  const bytes = Buffer.byteLength(found.text);
  const [time, hostname]: unknown[] = [expect.any(Number), expect.any(String)];
  const request = { requestId: 'req-1', method: 'POST', route: LEASES, transport: 'rest' };
  const answer = { operation: 'leasesForTenant', status: 200, type: 'none', ms: 12.35, bytes };
  expect(line).toEqual({ level: 30, time, pid: process.pid, hostname, ...request, ...answer, msg: 'request' });
});

test('every kind of request has a line, and none has a value of it', async () => {
  await start({ ACCESS_LOG: 'on' });
  const token = await everyGroup();
  const get = { method: 'GET', token };
  await send(gateway.url + TENANTS, { token, body: { identifier: 'jane' } });
  await send(`${gateway.url}${TENANTS}?jane`, get);
  await send(`${gateway.url}/graphql?query={jane}`, get);
  await send(`${gateway.url}/openapi.json?jane`, { ...get, method: 'HEAD' });
  await send(`${gateway.url}/assets/jane/jane.js`, get);
  await send(`${gateway.url}/jane@example.org`, get);
  await exchange(gateway.url, ['jane\r\n\r\n']);
  const seen = (await told(7)).map((line) => {
    const { method, route, transport, status, type, bytes } = line as Record<string, unknown>;
    return [method, route, transport, status, type, typeof bytes === 'number' ? bytes > 0 : undefined];
  });
  expect(seen).toMatchSnapshot();
  expect(lines.join('')).not.toMatch(/jane|example\.org|Bearer|eyJ/);
});

test('an answer with a refusal and a later failure counts as the failure', async () => {
  await start({ ACCESS_LOG: 'on' });
  const id = encodeNodeId('tenant', tenantId);
  const tenant = (leases: string) => `node(id: "${id}") { ... on Tenant { ${leases} } }`;
  const query = `{ a: ${tenant('leases(first: 101) { nodes { id } }')} b: ${tenant('leases { nodes { id } }')} }`;
  const token = await everyGroup();
  // Now the schema has been checked.
  await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  await sql`rename table leases to elsewhere`.execute(database.db);
  const { text } = await send(`${gateway.url}/graphql`, { token, body: { query } });
  await sql`rename table elsewhere to leases`.execute(database.db);
  const { errors } = JSON.parse(text) as { errors: { extensions: { type: string } }[] };
  expect(errors.map(({ extensions }) => extensions.type)).toEqual(['invalid_request', 'service_unavailable']);
  expect(await told(2)).toMatchObject([{ type: 'none' }, { status: 200, type: 'service_unavailable' }]);
});

test.each<[Readonly<Record<string, string>>, string, readonly object[]]>([
  [{}, 'fatal', []],
  [{}, 'debug', [{ level: 20, route: '/status', msg: 'request' }]],
  [{ ACCESS_LOG: 'on' }, 'debug', [{ level: 30, route: '/status', msg: 'request' }]],
])('with %j at LOG_LEVEL=%s the lines are %j', async (env, level, expected) => {
  await start(env, level);
  await send(`${gateway.url}/status`, { method: 'GET' });
  await gateway.close();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(expected);
});
