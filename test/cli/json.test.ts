import { COMMANDS } from '../../ingest/commands';
import { SETTINGS } from '../../src/config/setting-table';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup } from '../support/records';
import { TEST_SECRET } from '../support/tokens';
import { commandHere } from './command-here';

/** `--json`: one object on one line, with the same exit status as without it. */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

const run = (args: readonly string[], env = {}) =>
  commandHere(args, { DATABASE_URL: database.url, ...env }, '', COMMANDS);

async function found(args: readonly string[], env = {}): Promise<{ status: number | null; told: unknown }> {
  const { status, stdout } = await run([...args, '--json'], env);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return { status, told: JSON.parse(stdout) };
}

test('check', async () => {
  const ok = ['settings and keys', 'database', 'schema', 'repeated data', 'stored values'].map((what) => ({
    what,
    problems: [],
  }));
  const fit = await found(['check'], { AUTH_JWT_SECRET: TEST_SECRET });
  expect(fit).toEqual({ status: 0, told: { fit: true, checks: ok } });

  const problems = ['AUTH_JWT_SECRET must be 32 bytes or more', 'unknown setting RATE_LIMTI; did you mean RATE_LIMIT?'];
  const unfit = await found(['check'], { AUTH_JWT_SECRET: 'short', RATE_LIMTI: '5' });
  expect(unfit).toEqual({ status: 1, told: { fit: false, checks: [{ ...ok[0], problems }, ...ok.slice(1)] } });
});

test('print-config, with secrets hidden', async () => {
  const { status, told } = await found(['print-config'], { AUTH_JWT_SECRET: TEST_SECRET, PORT: '5000' });
  expect(status).toBe(0);
  expect(Object.keys(told as object)).toEqual(Object.keys(SETTINGS));
  expect(told).toMatchObject({ DATABASE_URL: '(hidden)', AUTH_JWT_SECRET: '(hidden)', PORT: '5000' });
  expect(told).toMatchObject({ HOST: '127.0.0.1', AUTH_JWT_ISSUER: null });
});

test('member list', async () => {
  await insertGroup(database.db, 'acme');
  await run(['member', 'add', '--subject', 'jane', '--groups', 'acme']);
  const jane = { subject: 'jane', allGroups: false, groups: ['acme'] };
  expect(await found(['member', 'list', '--subject', 'jane'])).toEqual({ status: 0, told: jane });
  await run(['member', 'add', '--subject', 'jane', '--groups', '*']);
  expect((await found(['member', 'list', '--subject', 'jane'])).told).toEqual({ ...jane, allGroups: true });
});
