/** Holds `docs/operate/database.md` to the migrations, and runs its statements as another program would. */

import { sql } from 'kysely';
import { type Connection, createConnection, type ResultSetHeader } from 'mysql2/promise';

import { COMMANDS } from '../../ingest/commands';
import { runCommandLine } from '../../src/cli/program';
import { json, LEASES, send, TENANTS } from '../http/client';
import { createTestDatabase, databasePrefix, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { runOnServer } from '../support/server';
import { signToken, TEST_SECRET } from '../support/tokens';
import { codeBlocks, codeSpans, listItems, section } from './markdown';
import { readText } from './repository';

const page = section(readText('docs/operate/database.md'), 'Write to the tables');
const PASSWORD = 'writes to the tables';

let database: TestDatabase;
let gateway: TestGateway;
let writer: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url, sealed: false });
  const url = new URL(database.url);
  const user = `${databasePrefix()}writer`;
  const [account = ''] = codeBlocks(section(page, 'The account and the session'), 'sql');
  await runOnServer(
    statementsOf(account).map((statement) =>
      statement
        .replace('leasegate.', `\`${url.pathname.slice(1)}\`.`)
        .replace('leasegate_writer', user)
        .replace('a third long random password', PASSWORD),
    ),
  );
  const uri = Object.assign(url, { username: user, password: PASSWORD }).href;
  writer = await createConnection({ uri, charset: 'utf8mb4' });
});

afterAll(async () => {
  await writer.end();
  await gateway.close();
  await database.drop();
});

const statementsOf = (block: string): string[] =>
  block
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

interface Column {
  readonly table: string;
  readonly column: string;
  readonly required: 0 | 1;
}

test('it names each column that another program writes, and which of them are required', async () => {
  const { rows } = await sql<Column>`
    select table_name as 'table', column_name as 'column', is_nullable = 'NO' and column_default is null as 'required'
    from information_schema.columns where table_schema = database() and extra not like '%auto_increment%'
      and lower(extra) not like '%generated%'
    order by ordinal_position`.execute(database.db);
  for (const [table = '', columns = ''] of listItems(page)) {
    const present = rows.filter((row) => table === `\`${row.table}\``);
    expect([table, codeSpans(columns)]).toEqual([
      table,
      present.map(({ column, required }) => `${column}${Number(required) === 1 ? '*' : ''}`),
    ]);
  }
});

test('it names each table', async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name as 'table' from information_schema.tables where table_schema = database()`.execute(database.db);
  expect(rows.map(({ table }) => table).filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
});

/** What the lookups return after each step, in the order of the page. */
const INSERTED = 'oak-2b, Leeds, 2025-02-03, 985.5: t-ada A-1 ada@example.com true, t-ben A-2 null false';
const UPDATED = 'elm-1, Leeds, 2025-03-01, 1010: t-ada A-1 ada@example.org false';
const MOVED = `${UPDATED}, t-ben A-3 null false`;

const STEPS: readonly (readonly [heading: string, lines: readonly string[]])[] = [
  ['Insert', [`acme t-ada ${INSERTED}`, `acme t-ben ${INSERTED}`, 'G-1 t-ada t-ben']],
  ['Update', [`acme t-ada ${UPDATED}`, 'G-1 t-ada']],
  ['Move to another group', [`birch t-ada ${MOVED}`, `birch t-ben ${MOVED}`]],
  ['Delete', []],
];

test('its statements insert, update, move and delete records of each kind', async () => {
  for (const [heading, lines] of STEPS) {
    const [block = ''] = codeBlocks(section(page, heading), 'sql');
    for (const statement of statementsOf(block)) {
      const [result] = await writer.query(statement);
      const changed = (result as ResultSetHeader).affectedRows;
      if (!/^(?:start|commit)/.test(statement) && changed === 0) throw new Error(`It changed nothing: ${statement}`);
    }
    expect([heading, await seen()]).toEqual([heading, lines]);
    expect([heading, await problems()]).toEqual([heading, []]);
  }
  const left = await sql<{ row: string }>`
    select identifier as 'row' from ${sql.table('groups')} union all select identifier from units
    union all select identifier from tenants union all select identifier from leases`.execute(database.db);
  expect(left.rows).toEqual([{ row: 'birch' }]);
});

interface Answer {
  readonly tenants?: readonly { readonly identifier: string }[];
  readonly leases?: readonly {
    readonly unit_id: string;
    readonly move_in_date: string;
    readonly rent: number;
    readonly address: { readonly city: string };
    readonly tenants: readonly { identifier: string; external_ref: string; email_address: string; active: boolean }[];
  }[];
}

/** The leases of each tenant for a caller of each group, and the tenants by the external reference of a group. */
async function seen(): Promise<string[]> {
  const lines: string[] = [];
  for (const group of ['acme', 'birch']) {
    for (const identifier of ['t-ada', 't-ben']) {
      const { leases = [] } = await lookUp(group, LEASES, { identifier });
      for (const { unit_id: unit, address, move_in_date: day, rent, tenants } of leases) {
        const names = tenants.map((one) =>
          [one.identifier, one.external_ref, `${one.email_address}`, one.active].join(' '),
        );
        lines.push(`${group} ${identifier} ${unit}, ${address.city}, ${day}, ${rent}: ${names.join(', ')}`);
      }
    }
  }
  const { tenants } = await lookUp('acme', TENANTS, { group_external_ref: 'G-1' });
  if (tenants) lines.push(['G-1', ...tenants.map(({ identifier }) => identifier)].join(' '));
  return lines;
}

const lookUp = async (group: string, path: string, body: object): Promise<Answer> =>
  json(await send(gateway.url + path, { token: await signToken({ groups: [group] }), body })) as Answer;

/** What `leasegate check` reports. */
async function problems(): Promise<string[]> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await runCommandLine(
      ['check', '--json'],
      { DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET },
      '0',
      COMMANDS,
    );
    const { checks } = JSON.parse(String(log.mock.calls[0]?.[0])) as { checks: { problems: string[] }[] };
    expect(checks).toHaveLength(5);
    return checks.flatMap((check) => check.problems);
  } finally {
    log.mockRestore();
  }
}

test('the server refuses what the page says it refuses', async () => {
  await writer.query("insert into `groups` (identifier) values ('g')");
  await writer.query("insert into units (identifier, group_id) select 'u', id from `groups` where identifier = 'g'");
  const refused = async (statement: string): Promise<number> =>
    writer.query(statement).then(
      () => 0,
      (error: unknown) => (error as { errno: number }).errno,
    );
  await writer.query("insert into leases (identifier, group_id, unit_id) select 'l', group_id, id from units");
  expect(await refused("delete from units where identifier_key = 'u'")).toBe(1451);
  expect(await refused("delete from `groups` where identifier_key = 'g'")).toBe(1451);
  // A derived column: 1906 on MariaDB, 3105 on MySQL.
  expect([1906, 3105]).toContain(await refused("update units set identifier_key = 'v'"));
  expect(await refused("update leases set move_in_date = '2023-02-29'")).toBeGreaterThan(0);
  expect(await refused("insert into `groups` (identifier, external_ref) values ('x', ''), ('y', '')")).toBe(1062);
});

test('a search by identifier_key uses the index and is exact', async () => {
  await writer.query("insert into `groups` (identifier) values ('exact')");
  for (const [text, rows] of [
    ['exact', 1],
    ['exact ', 0],
  ] as const) {
    const [found] = await writer.query('select id from `groups` where identifier_key = ?', [text]);
    expect(found).toHaveLength(rows);
  }
  const [plan] = await writer.query(
    "explain format = traditional select id from `groups` where identifier_key = 'exact'",
  );
  expect(JSON.stringify(plan)).toContain('groups_identifier');
});
