import { sql } from 'kysely';
import { VERSION } from '../../src/package';

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

test('check reports an unknown migration and a table with a wrong definition', async () => {
  await leasegate(['migrate'], env);
  await sql`alter table units drop column city_key`.execute(database.db);
  expect(await leasegate(['check'], env)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('schema: the table units is not as the migrations made it\n'),
  });
  await sql`insert into kysely_migration (name, timestamp) values ('0099-later', 'now')`.execute(database.db);
  expect(await leasegate(['check'], env)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('schema: the schema is newer than this program: it has 0099-later\n'),
  });
});

test('a schema of a newer release on which this one serves: `migrate` has nothing to do, and `check` names the migration', async () => {
  await leasegate(['migrate'], env);
  const later = `0099-later@${VERSION}`;
  await sql`insert into kysely_migration (name, timestamp) values (${later}, 'now')`.execute(database.db);
  expect(await leasegate(['migrate'], env)).toEqual({
    status: 0,
    stdout: `Nothing to do: a newer release added ${later}, and this release serves on the schema.\n`,
    stderr: '',
  });
  expect(await leasegate(['check'], env)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`schema: ok, with ${later} of a newer release\n`),
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
])('every command reports that the database %s, and the words of the server', async (problem, words, url) => {
  const wrong = { DATABASE_URL: url(), ...keys };
  const { host } = new URL(url());
  const check = await leasegate(['check'], wrong);
  expect(check).toMatchObject({ status: 1, stderr: '' });
  const [settings, database, ...others] = check.stdout.split('\n');
  const said = (line = '') => line.split(' (it reported: ');
  expect([settings, ...others]).toEqual([
    'settings and keys: ok',
    'schema: unknown without the database',
    'repeated data: unknown without the database',
    'stored values: unknown without the database',
    '',
  ]);
  expect(said(database)[0]).toBe(`database: at ${host} ${problem}`);
  expect(said(database)[1] ?? '').toContain(words);
  expect(check.stdout).not.toContain('hunter2');
  for (const args of [['migrate'], ['member', 'list', '--subject', 'jane']]) {
    const { status, stdout, stderr } = await leasegate(args, wrong);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`The${database!.replace(/^database:/, ' database')}.\n`);
  }
});

test('check names each further host by its place in DATABASE_URL', async () => {
  await leasegate(['migrate'], env);
  const DATABASE_URL = database.url.replace(/@([^/]+)/, '@$1,127.0.0.1:1');
  const { status, stdout } = await leasegate(['check'], { ...env, DATABASE_URL });
  expect(status).toBe(1);
  expect(stdout).toContain('schema: ok\nhost 2: at 127.0.0.1:1 does not answer: the connection was refused\n');
});

test('member needs the current schema', async () => {
  const { status, stderr } = await leasegate(['member', 'list', '--subject', 'jane'], env);
  expect(status).toBe(1);
  expect(stderr).toContain('run `leasegate migrate`');
});
