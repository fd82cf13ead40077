import { type Connection, createConnection } from 'mysql2/promise';

import { type Answer, errorType, everyGroup, json, LEASES, send } from '../http/client';
import { createTestDatabase, databasePrefix, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { runOnServer } from '../support/server';
import { creation, grantsOnTables, servingUrl } from '../support/serving-account';
import { until } from '../support/until';

/** What the account of `docs/operate/database.md` may not do. All other tests with a gateway prove what it may do. */

/** Statements that would change a table, a column, a database, a procedure or the server. */
const REFUSALS = [1142, 1143, 1044, 1370, 1227, 1045];

let database: TestDatabase;
let other: TestDatabase;
let account: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
  const name = new URL(other.url).pathname.slice(1);
  // A table of another database, which is never granted.
  await runOnServer([
    `create table \`${name}\`.letters (id int primary key)`,
    `create procedure \`${name}\`.count_letters() select 1`,
  ]);
  account = await createConnection(servingUrl(other.url));
});

afterAll(async () => {
  await account.end();
  await database.drop();
  await other.drop();
});

/** The server's error number; 0 if the statement succeeded. */
const errnoOf = (statement: string): Promise<number> =>
  account.query(statement).then(
    () => 0,
    ({ errno }: { errno: number }) => errno,
  );

const READ = [
  ...['groups', 'units', 'tenants', 'leases', 'lease_tenants'],
  ...['callers', 'caller_groups', 'opaque_tokens', 'opaque_token_groups', 'kysely_migration'],
];

test.each(READ)('it can read %s and cannot change it', async (table) => {
  const columns = await account.query(`select * from \`${table}\` limit 0`);
  const [column] = columns[1].map(({ name }) => name);
  await refuses([
    `insert into \`${table}\` () values ()`,
    `replace into \`${table}\` () values ()`,
    `update \`${table}\` set ${column} = ${column}`,
    `delete from \`${table}\``,
    `truncate \`${table}\``,
    `drop table \`${table}\``,
    `alter table \`${table}\` comment 'x'`,
    `create index x on \`${table}\` (${column})`,
    `rename table \`${table}\` to x`,
    `lock tables \`${table}\` write`,
    `select * from \`${table}\` into outfile '/tmp/leasegate-stolen'`,
  ]);
});

test('it can do nothing else', async () => {
  await refuses([
    'select * from kysely_migration_lock',
    'select * from letters',
    'call count_letters()',
    'create table x (id int)',
    'create temporary table x (id int)',
    'create view x as select 1',
    'create procedure x() select 1',
    'create database x',
    `drop database ${new URL(other.url).pathname.slice(1)}`,
    "create user x@'%' identified by 'x'",
    `grant select on leases to '${databasePrefix()}serve'@'%'`,
    'set global max_connections = 1',
    "set global general_log_file = '/tmp/leasegate-log'",
    'select * from mysql.user',
    'flush tables',
    'shutdown',
  ]);
  expect((await account.query("select load_file('/etc/passwd') as content"))[0]).toEqual([{ content: null }]);
});

async function refuses(statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    const errno = await errnoOf(statement);
    expect({ statement, refused: REFUSALS.includes(errno) || errno }).toEqual({ statement, refused: true });
  }
}

/** A gateway with an account of its own. */
async function withAccount(
  statements: (user: string) => string[],
  work: (gateway: TestGateway, ask: () => Promise<Answer>) => Promise<void>,
): Promise<void> {
  const user = `${databasePrefix()}less`;
  await runOnServer([...creation(user), ...statements(user)]);
  const DATABASE_URL = Object.assign(new URL(servingUrl(database.url)), { username: user }).href;
  const gateway = await startTestGateway({ databaseUrl: database.url, env: { DATABASE_URL, DATABASE_POOL_SIZE: '1' } });
  const token = await everyGroup();
  try {
    await work(gateway, () => send(gateway.url + LEASES, { token, body: { identifier: 'x' } }));
  } finally {
    await gateway.close();
    await runOnServer([`drop user '${user}'@'%'`]);
  }
}

const grants = (user: string) => grantsOnTables(new URL(database.url).pathname.slice(1), user);

test.each([
  ['tenants', []],
  ['kysely_migration', []],
  ['units', ['id', 'identifier']],
])('a gateway without the right to %s, but to its %j, starts, and reports it', (table, columns) =>
  withAccount(
    (user) =>
      grants(user).flatMap((grant) =>
        grant.includes(`\`${table}\``) ? columns.map((name) => grant.replace('SELECT', `SELECT (${name})`)) : grant,
      ),
    async (gateway, ask) => {
      const problems = [`this account may not read the table ${table}`];
      expect(await gateway.problems()).toEqual(problems);
      expect(json(await send(`${gateway.adminUrl}/readyz`, { method: 'GET' }))).toMatchObject({ problems });
      const answer = await ask();
      expect([answer.status, errorType(answer)]).toEqual([503, 'service_unavailable']);
    },
  ),
);

test('a gateway whose account has reached a limit answers 503, and names the limit', () =>
  withAccount(
    (user) => [...grants(user), `alter user '${user}'@'%' with max_queries_per_hour 40`],
    async (gateway, ask) => {
      expect((await ask()).status).toBe(200);
      const refused = await until(async () => [await ask()].find(({ status }) => status !== 200), 'it is reached');
      expect([refused.status, errorType(refused)]).toEqual([503, 'service_unavailable']);
      await until(async () => (await gateway.problems()).length > 0);
      const [problem] = await gateway.problems();
      expect(problem).toMatch(/^the database says that this account has reached max_(questions|queries_per_hour)$/);
    },
  ));
