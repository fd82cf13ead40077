/** All that `leasegate check` and `migrate` print of the settings, a key set, a schema and stored values. */

import { generateKeyPairSync, type KeyObject } from 'node:crypto';

import { sql } from 'kysely';

import { findInvalidValues } from '../../ingest/check/faults';
import { COMMANDS } from '../../ingest/commands';
import { VERSION } from '../../src/package';
import { answering, type Provider, startProvider } from '../auth/provider';
import { createTestDatabase, onServer, type TestDatabase } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { threadsOf } from '../support/server-threads';
import { signToken, TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import { commandHere } from './command-here';
import { type Environment, leasegate } from './leasegate';

jest.mock('../../src/cli/progress', () => jest.requireActual<object>('./printed-progress'));

let database: TestDatabase;
let provider: Provider;

beforeAll(async () => {
  provider = await startProvider('first');
});
afterAll(() => provider.stop().catch(() => undefined));
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** With each name that differs between two runs replaced. */
async function run(args: string | string[], env: Environment = {}) {
  const environment = { DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, ...env };
  const { stdout, ...ended } = await commandHere([args].flat(), environment, '', COMMANDS);
  return { stdout: stdout.replaceAll(provider.keySetUrl, 'KEY_SET').replaceAll(VERSION, 'VERSION'), ...ended };
}

/** The database by two names of its host. */
const twice = () => {
  const other = new URL(database.url).hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return database.url.replace(/@([^:/]+)([^/]*)/, `@$1$2,${other}$2`);
};

const dropColumn = () => sql`alter table units drop column city_key`.execute(database.db);
const migrated = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, 'now')`.execute(database.db);

test('a schema of a newer release that does not fit: `migrate` changes nothing, says why as `check` does and ends with status 1', async () => {
  await migrated(`0099-later@${VERSION}`);
  await migrated(`0100-last@${VERSION}`);
  for (const command of ['migrate', 'check']) expect(await run(command)).toMatchSnapshot('fit');
  await dropColumn();
  for (const command of ['check', 'migrate', 'member list'])
    expect(await run(command.split(' '))).toMatchSnapshot('unfit');
  await migrated('0098-unknown');
  expect(await run('check')).toMatchSnapshot('unknown');
});

test('`check` says of each further host whether its schema fits', async () => {
  const two = { DATABASE_URL: twice() };
  const firstAway = { DATABASE_URL: database.url.replace('@', '@127.0.0.1:1,') };
  const lastAway = { DATABASE_URL: database.url.replace(/@[^/]*/, '$&,127.0.0.1:1,127.0.0.1:2') };
  for (const env of [two, firstAway, lastAway]) expect(await run('check', env)).toMatchSnapshot('fit');
  await dropColumn();
  expect(await run('check', two)).toMatchSnapshot('unfit');
});

test('`check` counts what a program changed with foreign keys switched off', async () => {
  const { db } = database;
  await insertTenantsWithLeases(db, await insertGroup(db, 'north'), 'north', 5);
  expect(await run('check')).toMatchSnapshot('before');
  await db.connection().execute(async (connection) => {
    await sql`set foreign_key_checks = 0`.execute(connection);
    await sql`update leases set move_in_date = '2020-01-01' order by id limit 3`.execute(connection);
    await sql`delete from units`.execute(connection);
    await sql`update tenants set active = 2 order by id limit 1`.execute(connection);
  });
  expect(await run('check')).toMatchSnapshot('after');
});

test('`check` names the first row of a fault, in however many pieces it reads the ids', async () => {
  const ids: unknown[] = [];
  for (const identifier of ['north', ' ', 'south', '  ', 'west'])
    ids.push((await database.db.insertInto('groups').values({ identifier }).executeTakeFirstOrThrow()).insertId);
  for (const pieceSize of [1, 2, 100])
    expect(await findInvalidValues(database.db, pieceSize)).toEqual([
      `identifier is blank in 2 of the groups, such as id ${String(ids[1])}`,
    ]);
});

const WRONG = { AUTH_JWT_SECRET: 'short', RATE_LIMTI: '5' };
test('no command leaves a connection to the database open', async () => {
  const opened = () =>
    onServer(async (server) => (await threadsOf(server, new URL(database.url).pathname.slice(1))).length);
  await sql`select 1`.execute(database.db);
  const before = await opened();
  const env = { DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET };
  const further = { ...env, DATABASE_URL: twice() };
  for (const [command, input, its = env] of [
    ['check', '', further],
    ['check --explain tenants', '{}'],
    ['check --explain leases', '{"unknown":1}'],
    ['migrate', ''],
    ['member list', ''],
    ['token list', ''],
    ['token revoke 5', ''],
    ['token inspect', await signToken({ groups: ['north'] })],
  ] as const) {
    await commandHere(command.split(' '), its, input, COMMANDS);
    await until(async () => (await opened()) <= before, `${command} closes its connections`);
  }
});

const SETTINGS: [string, Environment][] = [
  ['that fit', {}],
  ['that are wrong', WRONG],
  ['without a database', { DATABASE_URL: '', AUTH_JWKS_URL: 'ftp://id.example' }],
  ['whose database is away', { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none' }],
];

test.each(SETTINGS)('`check`, and `check --json` in one object on one line, with settings %s', async (_what, env) => {
  for (const args of [['check'], ['check', '--json']]) expect(await run(args, env)).toMatchSnapshot();
});

test('`check` says whether the key set can be used, and names the keys that verify no token, which alone are no problem', async () => {
  const check = (args = ['check']) => run(args, { DATABASE_URL: '', AUTH_JWKS_URL: provider.keySetUrl });
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), ...more });
  const unusable = [
    jwk(publicKey, { kid: 'for\nsecrets', use: 'enc' }),
    jwk(publicKey, { kid: 'long', alg: 'RS512' }),
    jwk(privateKey, { kid: 'leaked' }),
    jwk(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey, {}),
    { kty: 'oct', k: 'c2VjcmV0', kid: 's'.repeat(70) },
    null,
  ];
  const good = jwk(publicKey, { kid: 'good' });
  const asked: unknown[] = [];
  for (const body of [{ keys: [...unusable, good] }, { keys: unusable }, { keys: [] }, '<!doctype html>', 'null']) {
    provider.instead = (request, response) => {
      asked.push([request.method, request.url, request.headers.accept]);
      answering(body)(request, response);
    };
    expect(await check()).toMatchSnapshot();
  }
  expect(asked).toMatchSnapshot('all that the provider is asked');
  for (const [status, body] of [
    [302, ''],
    [200, Buffer.alloc(256 * 1024 + 1)],
    [200, { keys: Array(101).fill(good) }],
  ]) {
    provider.instead = (_request, response) =>
      response.writeHead(Number(status)).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    expect(await check()).toMatchSnapshot();
  }
  provider.instead = undefined;
  for (const args of [['check'], ['check', '--json']]) expect(await check(args)).toMatchSnapshot('good');
  await provider.stop();
  // A query may hold a secret.
  const { stdout } = await leasegate(['check'], { AUTH_JWKS_URL: `${provider.keySetUrl}?key=hunter2` });
  expect(stdout).toContain(`\nkey set: ${provider.keySetUrl} cannot be reached (ECONNREFUSED)\n`);
});
