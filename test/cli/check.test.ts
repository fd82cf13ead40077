/** `leasegate check`, `migrate` and `ready`: what an operator learns of a schema, of stored values and of a gateway. */

import { sql } from 'kysely';

import { findInvalidValues } from '../../ingest/check/faults';
import { COMMANDS } from '../../ingest/commands';
import { VERSION } from '../../src/package';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { TEST_SECRET } from '../support/tokens';
import { commandHere } from './command-here';
import type { Environment } from './leasegate';

jest.mock('../../src/cli/progress', () => jest.requireActual<object>('./printed-progress'));

const UNFIT = 'the table units is not as the migrations made it';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const run = (...args: string[]) =>
  commandHere(args, { DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET }, '', COMMANDS);

const dropColumn = () => sql`alter table units drop column city_key`.execute(database.db);

test('a schema of a newer release that does not fit: `migrate` changes nothing, says why as `check` does and ends with status 1', async () => {
  await sql`insert into kysely_migration (name, timestamp) values (${`0099-later@${VERSION}`}, 'now')`.execute(
    database.db,
  );
  const nothing = `Nothing to do: a newer release added 0099-later@${VERSION}, and this release serves on the schema.\n`;
  expect(await run('migrate')).toEqual({ status: 0, stdout: nothing, stderr: '' });
  expect((await run('check')).stdout).toMatch(/^schema: ok, with 0099-later\S* of a newer release$/m);
  await dropColumn();
  expect((await run('check')).stdout).toContain(`\nschema: ${UNFIT}\n`);
  expect(await run('migrate')).toEqual({ status: 1, stdout: '', stderr: `Nothing was migrated: ${UNFIT}\n` });
  await sql`insert into kysely_migration (name, timestamp) values ('0098-unknown', 'now')`.execute(database.db);
  expect((await run('check')).stdout).toContain('newer than this program: it has 0098-unknown');
});

test('`check` says of each further host whether its schema fits', async () => {
  const { hostname } = new URL(database.url);
  const other = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const url = database.url.replace(/@([^:/]+)([^/]*)/, `@$1$2,${other}$2`);
  const check = (DATABASE_URL = url) =>
    commandHere(['check'], { DATABASE_URL, AUTH_JWT_SECRET: TEST_SECRET }, '', COMMANDS);
  expect((await check()).stdout).toContain('\nschema: ok\nhost 2: ok\n');
  const withoutFirst = await check(database.url.replace('@', '@127.0.0.1:1,'));
  expect(withoutFirst.stdout).toMatch(/^database: .+\nhost 2: ok\nschema: unknown without the database$/m);
  await dropColumn();
  const { status, stdout } = await check();
  expect(status).toBe(1);
  expect(stdout).toContain(`\nschema: ${UNFIT}\nhost 2: ${UNFIT}\n`);
});

test('`check` counts what a program changed with foreign keys switched off', async () => {
  const { db } = database;
  await insertTenantsWithLeases(db, await insertGroup(db, 'north'), 'north', 5);
  const healthy = await run('check');
  expect(healthy).toMatchObject({
    status: 0,
    stderr: 'progress 5 5 5 leases compared, 3/s\nno progress\n',
    stdout: expect.stringContaining('\nrepeated data: ok\nstored values: ok\n'),
  });
  await db.connection().execute(async (connection) => {
    await sql`set foreign_key_checks = 0`.execute(connection);
    await sql`update leases set move_in_date = '2020-01-01' order by id limit 3`.execute(connection);
    await sql`delete from units`.execute(connection);
    await sql`update tenants set active = 2 order by id limit 1`.execute(connection);
  });
  const { status, stdout } = await run('check');
  expect(status).toBe(1);
  expect(stdout).toContain(
    '\nrepeated data: 3 of 5 pairs differ from their lease; 5 of 5 leases name a unit that is not there\n' +
      'stored values: active is not 0 or 1 in 1 of the tenants, such as id 1\n',
  );
});

test('`check` names the first row of a fault, in however many pieces it reads the ids', async () => {
  const identifiers = ['north', ' ', 'south', '  ', 'west'];
  for (const identifier of identifiers) await database.db.insertInto('groups').values({ identifier }).execute();
  const { id } = await database.db
    .selectFrom('groups')
    .select('id')
    .where('identifier', '=', ' ')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  for (const pieceSize of [1, 2, 100])
    expect(await findInvalidValues(database.db, pieceSize)).toEqual([
      `identifier is blank in 2 of the groups, such as id ${id}`,
    ]);
});

test('`check --json` prints one object on one line, with the same exit status', async () => {
  const found = async (env: Environment) => {
    const { status, stdout } = await commandHere(
      ['check', '--json'],
      { DATABASE_URL: database.url, ...env },
      '',
      COMMANDS,
    );
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return [status, JSON.parse(stdout)] as unknown;
  };
  const names = ['settings and keys', 'database', 'schema', 'repeated data', 'stored values'];
  const ok = names.map((what) => ({ what, problems: [] }));
  expect(await found({ AUTH_JWT_SECRET: TEST_SECRET })).toEqual([0, { fit: true, checks: ok }]);
  const problems = ['AUTH_JWT_SECRET must be 32 bytes or more', 'unknown setting RATE_LIMTI; did you mean RATE_LIMIT?'];
  const checks = [{ ...ok[0], problems }, ...ok.slice(1)];
  expect(await found({ AUTH_JWT_SECRET: 'short', RATE_LIMTI: '5' })).toEqual([1, { fit: false, checks }]);
});
