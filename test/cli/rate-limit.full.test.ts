import { Agent, request } from 'node:http';

import { freePort } from '../../tools/local-server/free-port';
import { LEASES } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { signToken, TEST_SECRET } from '../support/tokens';
import { children } from './children';
import { serve, type Serving } from './leasegate';
import { until } from '../support/until';

/** `RATE_LIMIT` with `WORKERS`: a caller has one limit, whichever process answers (decision 55). */

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
let gateway: Serving;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => gateway.end('SIGKILL'));
afterAll(() => database.drop());

/** The status of a lookup on a new connection, so that any worker may answer. */
function statusOf(url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const lookup = request(url + LEASES, { method: 'POST', headers, agent: new Agent() }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    lookup.on('error', reject).end('{"identifier":"unknown"}');
  });
}

/** Repeats the lookup until there is an answer: connections to a killed worker break. */
const answered = (url: string, token: string) => until(() => statusOf(url, token).catch(() => undefined));

test('of 100 concurrent requests to two workers exactly 10 pass, and remaining or new workers allow no more', async () => {
  gateway = await serve({
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    WORKERS: '2',
    // With port 0, a replacement would listen on another port once both were gone.
    PORT: String(await freePort()),
    RATE_LIMIT: '10',
    RATE_LIMIT_WINDOW_SECONDS: '86400',
  });
  const token = await signToken({ subject: 'ann', groups: '*' });
  const other = await signToken({ subject: 'ben', groups: '*' });
  const statuses = await Promise.all(Array.from({ length: 100 }, () => statusOf(gateway.url, token)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  expect(await statusOf(gateway.url, other)).toBe(200);

  // Each worker is killed once, and the other or its replacement answers.
  const workers = children(gateway.pid);
  expect(workers).toHaveLength(2);
  for (const worker of workers) {
    process.kill(worker, 'SIGKILL');
    await until(() => !children(gateway.pid).includes(worker));
    expect(await answered(gateway.url, token)).toBe(429);
  }
  expect(await gateway.end()).toBe(0);
});

test('a paused supervisor does not delay requests', async () => {
  gateway = await serve({
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    WORKERS: '2',
    RATE_LIMIT: '1',
  });
  const token = await signToken({ subject: 'ann', groups: '*' });
  expect(await statusOf(gateway.url, token)).toBe(200);
  expect(await statusOf(gateway.url, token)).toBe(429);
  process.kill(gateway.pid, 'SIGSTOP');
  // Each worker now counts by itself, and this is the first request for each.
  expect(await statusOf(gateway.url, token)).toBe(200);
  process.kill(gateway.pid, 'SIGCONT');
  await until(async () => (await statusOf(gateway.url, token)) === 429);
  expect(await gateway.end()).toBe(0);
});
