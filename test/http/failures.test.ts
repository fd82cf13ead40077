import { sql } from 'kysely';
import { pino } from 'pino';

import { ServiceError } from '../../src/errors';
import { databaseForAllTests } from '../support/database';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway';
import { errorType, everyGroup, json, LEASES, send, sendGraphQL } from './client';

/** Anything unforeseen is masked, names the request, and is told to the operator without a value of the request. */

const SECRET = 'jane.doe@example.org';
const BODY = { email_address: SECRET, phone_number: '+49 30 555 0199' };

const database = databaseForAllTests();
let gateway: TestGateway;
let logged: string[];

beforeEach(() => {
  logged = [];
});

afterEach(() => gateway?.close());

async function start(options: Partial<TestGatewayOptions> = {}): Promise<void> {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  gateway = await startTestGateway({ databaseUrl: database.url, log, ...options });
}

function expectLogged(requestId: string | null, type: string): void {
  expect(logged).toHaveLength(1);
  const [line = ''] = logged;
  expect(JSON.parse(line)).toMatchObject({ level: 50, requestId, type, msg: 'request failed' });
  expect(line).not.toContain('jane');
  expect(line).not.toContain('555 0199');
  expect(line).not.toMatch(/select|Bearer|eyJ/);
}

/** A clock that fails once the token has been verified by it. */
function brokenClock(): () => Date {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked % 2 === 1) return new Date();
    throw new Error(`the clock stopped for\n    at ${SECRET}`);
  };
}

test('internal_error on REST', async () => {
  await start({ now: brokenClock() });
  // The day of the request is read only for `active`.
  const body = { ...BODY, active: true };
  const answer = await send(gateway.url + LEASES, { token: await everyGroup(), body });
  const requestId = answer.headers.get('x-request-id');
  expect([answer.status, errorType(answer)]).toEqual([500, 'internal_error']);
  expect(answer.text).toContain(String(requestId));
  expect(answer.text).not.toMatch(/clock|jane|Error:|\.ts|\.js/);
  expectLogged(requestId, 'internal_error');
});

test('internal_error on GraphQL', async () => {
  await start({
    now: () => {
      throw new Error(`the clock stopped for\n    at ${SECRET}`);
    },
  });
  const answer = await sendGraphQL(gateway.url, { token: await everyGroup(), identifier: SECRET });
  const requestId = answer.headers.get('x-request-id');
  expect(answer.status).toBe(500);
  expect(json(answer)).toEqual({
    errors: [
      {
        message: expect.stringContaining(String(requestId)),
        extensions: { code: 'INTERNAL_SERVER_ERROR', type: 'internal_error' },
      },
    ],
  });
  expect(answer.text).not.toMatch(/clock|jane/);
  expectLogged(requestId, 'internal_error');
});

test('a database failure is logged without its statement', async () => {
  await start();
  const token = await everyGroup();
  expect((await send(gateway.url + LEASES, { token, body: BODY })).status).toBe(200);
  await sql`rename table tenants to elsewhere`.execute(database.db);
  const answer = await send(gateway.url + LEASES, { token, body: BODY });
  await sql`rename table elsewhere to tenants`.execute(database.db);
  expect([answer.status, errorType(answer)]).toEqual([503, 'service_unavailable']);
  expectLogged(answer.headers.get('x-request-id'), 'service_unavailable');
});

test('refusals are errors of the caller and are not logged, but for refused tokens', async () => {
  await start();
  const token = await everyGroup();
  for (const sending of [
    {},
    { token, body: '{' },
    { token, body: { identifier: 5 } },
    { token, body: {} },
    { token: 'a.b.c' },
  ]) {
    expect((await send(gateway.url + LEASES, sending)).status).toBeLessThan(500);
  }
  expect((await sendGraphQL(gateway.url, { token, body: { query: `{ jane(email: "${SECRET}") }` } })).status).toBe(200);
  expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['tokens refused', 'tokens refused']);
  expect(logged.join()).not.toContain(SECRET);
});

test('a refusal costs no stack, and a failure has one', () => {
  expect(new ServiceError('invalidCursor').stack).not.toContain('\n');
  expect(new ServiceError('internalError').stack).toContain('\n    at ');
});
