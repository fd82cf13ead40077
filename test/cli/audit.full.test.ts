/** The audit trail of the whole program: with restarts and other keys, and on standard output. */

import { insertHousehold } from '../db/household';
import { AUDIT_KEY, KeptTrail, linesOf, strangeFields } from '../audit/kept-trail';
import { json, LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { signToken, TEST_SECRET } from '../support/tokens';
import { serve, type Serving } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
let trail: KeptTrail;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  token = await signToken({ subject: 'jane.doe@idp.example', groups: '*' });
});
afterAll(() => database.drop());
beforeEach(() => {
  trail = new KeptTrail();
});
afterEach(() => trail.remove());

const start = (env: Readonly<Record<string, string>>): Promise<Serving> =>
  serve({
    DATABASE_URL: database.url,
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    AUTH_JWT_SECRET: TEST_SECRET,
    ...env,
  });

async function ask({ url }: Serving): Promise<void> {
  const answer = await send(url + LEASES, { token, body: { identifier: 'north-tenant' } });
  expect(json(answer)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
}

/** The callers in the audit trail of one start. */
async function subjectsOf(env: Readonly<Record<string, string>>): Promise<Set<unknown>> {
  const before = trail.lines().length;
  const gateway = await start(env);
  await ask(gateway);
  expect(await gateway.end()).toBe(0);
  return new Set(
    trail
      .lines()
      .slice(before)
      .map(({ subject }) => subject),
  );
}

test('a caller has the same hash after each start, and another hash with another key', async () => {
  const subjects = await subjectsOf(trail.env);
  expect(subjects.size).toBe(1);
  expect(await subjectsOf(trail.env)).toEqual(subjects);
  const encoded = `base64:${Buffer.from(AUDIT_KEY).toString('base64')}`;
  expect(await subjectsOf({ ...trail.env, AUDIT_KEY: encoded })).toEqual(subjects);
  const other = await subjectsOf({ ...trail.env, AUDIT_KEY: 'another key, which is long enough as well' });
  expect(other.size).toBe(1);
  expect(other).not.toEqual(subjects);
});

test('on standard output, its lines are marked and do not depend on the log level', async () => {
  const gateway = await start({ AUDIT_LOG: 'stdout', AUDIT_KEY });
  await ask(gateway);
  expect(await gateway.end()).toBe(0);
  const lines = linesOf(gateway.stdout());
  expect(lines.map(({ audit, msg }) => audit ?? msg)).toEqual(['listening', 'lookup', 'draining', 'stopped']);
  expect(lines.filter(({ audit }) => audit === 'lookup').flatMap(strangeFields)).toEqual([]);
});

test('requests are still answered when standard output is no longer read', async () => {
  const gateway = await start({ AUDIT_LOG: 'stdout', AUDIT_KEY });
  gateway.stopListening();
  for (let count = 0; count < 5; count += 1) await ask(gateway);
  expect(await gateway.end()).toBe(0);
});
