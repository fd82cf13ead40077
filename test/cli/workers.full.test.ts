import { insertHousehold } from '../db/household';
import { everyGroup, json, LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { children } from './children';
import { leasegate, serve, type Serving } from './leasegate';
import { until } from '../support/until';

/** `WORKERS`: several processes on the same ports. */

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
});

afterAll(() => database.drop());

const env = () => ({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, WORKERS: '2' });

async function expectAnswer({ url }: Serving): Promise<void> {
  const answer = await send(url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });
  expect(json(answer)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('two workers answer; SIGTERM ends them and the program with status 0', async () => {
  const gateway = await serve(env());
  const workers = children(gateway.pid);
  expect(workers).toHaveLength(2);
  for (let turn = 0; turn < 4; turn += 1) await expectAnswer(gateway);
  expect((await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(200);
  expect(await gateway.end()).toBe(0);
  expect(workers.filter(isAlive)).toEqual([]);
});

test('a worker that dies is replaced while the other answers', async () => {
  const gateway = await serve(env());
  const [first = 0, second = 0] = children(gateway.pid);
  process.kill(first, 'SIGKILL');
  await expectAnswer(gateway);
  await until(() => children(gateway.pid).length === 2 && !children(gateway.pid).includes(first));
  expect(children(gateway.pid)).toContain(second);
  await expectAnswer(gateway);
  expect(await gateway.end()).toBe(0);
});

test('a worker that is killed before it listens is replaced, too', async () => {
  const starting = serve(env());
  const workers = await until(() => {
    const begun = children(process.pid).flatMap(children);
    return begun.length >= 2 && begun;
  });
  process.kill(workers[0]!, 'SIGKILL');
  const gateway = await starting;
  await expectAnswer(gateway);
  await until(() => children(gateway.pid).length >= 2);
  expect(await gateway.end()).toBe(0);
});

test('workers end when the program that started them is killed', async () => {
  const gateway = await serve(env());
  const workers = children(gateway.pid);
  await gateway.end('SIGKILL');
  await until(() => !workers.some(isAlive));
});

test('a port in use: status 1, and no worker is left', async () => {
  const gateway = await serve(env());
  const ended = await leasegate(['serve'], { ...env(), PORT: new URL(gateway.url).port, ADMIN_PORT: '0' });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain('from HOST and PORT: another program uses the port');
  expect(ended.stderr).toContain('A worker could not start.');
  expect(await gateway.end()).toBe(0);
});
