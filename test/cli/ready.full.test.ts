import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { leasegate, serve, type Serving } from './leasegate';

/** `leasegate ready`: the exit status says whether the gateway can answer lookups. */

let database: TestDatabase;
let gateway: Serving | undefined;

afterEach(async () => {
  await gateway?.end();
  await database?.drop();
  gateway = undefined;
});

const env = () => ({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, LOG_LEVEL: 'info' });
const portOf = (url: string): string => new URL(url).port;

test('a gateway that can answer lookups is ready', async () => {
  database = await createTestDatabase();
  gateway = await serve(env());
  expect(await leasegate(['ready'], { ADMIN_PORT: portOf(gateway.adminUrl) })).toEqual({
    status: 0,
    stdout: 'ready\n',
    stderr: '',
  });
});

test('a gateway that cannot says why', async () => {
  database = await createEmptyDatabase();
  gateway = await serve(env());
  expect(await leasegate(['ready'], { ADMIN_PORT: portOf(gateway.adminUrl) })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^not ready: the schema lacks 0001-groups, /),
  });
});
