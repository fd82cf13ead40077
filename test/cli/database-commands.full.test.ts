import { createEmptyDatabase, databaseUrl, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { type Environment, leasegate } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const keys = { AUTH_JWT_SECRET: TEST_SECRET };

let database: TestDatabase;
let env: Environment;

beforeEach(async () => {
  database = await createEmptyDatabase();
  env = { DATABASE_URL: database.url, ...keys };
});

afterEach(() => database.drop());

test('migrate, several at once and again, with check before and after', async () => {
  const before = await leasegate(['check'], env);
  expect(before.status).toBe(1);
  expect(before.stdout.split('\n').slice(0, 2)).toEqual(['settings and keys: ok', 'database: ok']);
  expect(before.stdout).toMatch(/^schema: the schema lacks 0001-groups, .*: run `leasegate migrate`$/m);
  expect(before.stdout).toMatch(
    /^repeated data: unknown without its schema\nstored values: unknown without its schema$/m,
  );

  const runs = await Promise.all([1, 2, 3].map(() => leasegate(['migrate'], env)));
  expect(runs.map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
  const [first, ...others] = runs.map(({ stdout }) => stdout).sort((one, other) => other.length - one.length);
  expect(first).toMatch(/^migrated 0001-groups\n(?:migrated .*\n){8}$/);
  expect(others).toEqual(Array(2).fill('The schema is already up to date.\n'));

  expect(await leasegate(['check'], env)).toEqual({
    status: 0,
    stdout: 'settings and keys: ok\ndatabase: ok\nschema: ok\nrepeated data: ok\nstored values: ok\n',
    stderr: '',
  });
});

test.each([
  ['does not answer: the connection was refused', '', () => 'mysql://root:hunter2@127.0.0.1:1/x'],
  [
    'refuses this account, its password or a connection without TLS',
    "Access denied for user 'nobody'@",
    () => databaseUrl('x').replace(/\/\/[^@]*@/, '//nobody:hunter2@'),
  ],
  [
    'has no database of this name',
    "Unknown database 'leasegate_no_such_database'",
    () => databaseUrl('leasegate_no_such_database'),
  ],
])('check and migrate report that the database %s, and the words of the server', async (problem, words, url) => {
  const wrong = { DATABASE_URL: url(), ...keys };
  const said = `at ${new URL(url()).host} ${problem}`;
  const check = await leasegate(['check'], wrong);
  expect(check).toMatchObject({ status: 1, stderr: '' });
  const [, report = ''] = check.stdout.split('\n');
  expect(report).toMatch(new RegExp(`^database: ${said}`));
  expect(report).toContain(words);
  expect(report).not.toContain('hunter2');
  const migrate = await leasegate(['migrate'], wrong);
  expect(migrate).toEqual({ status: 1, stdout: '', stderr: `The ${report.replace(':', '')}.\n` });
});
