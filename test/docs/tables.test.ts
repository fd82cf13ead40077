/** Holds `docs/operate/tables.md` to the migrations, and runs its statements as another program would. */

import { sql } from 'kysely';
import { type Connection, createConnection, type ResultSetHeader } from 'mysql2/promise';

import { COMMANDS } from '../../ingest/commands';
import { runCommandLine } from '../../src/cli/program';
import { createTestDatabase, databasePrefix, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { runOnServer } from '../support/server';
import { signToken, TEST_SECRET } from '../support/tokens';
import { codeBlocks, section, tableRows } from './markdown';
import { readText } from './repository';

const page = readText('docs/operate/tables.md');
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

describe('it describes the schema', () => {
  const documented = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, table = '']) => table);

  interface Column {
    readonly table: string;
    readonly column: string;
    readonly type: string;
    readonly nullable: 'YES' | 'NO';
    readonly fallback: string | null;
    readonly extra: string;
  }

  let columns: readonly Column[];
  beforeAll(async () => {
    const { rows } = await sql<Column>`
      select table_name as 'table', column_name as 'column', column_type as 'type', is_nullable as 'nullable',
        column_default as 'fallback', extra as 'extra'
      from information_schema.columns where table_schema = database()`.execute(database.db);
    columns = rows;
  });

  test('names every table of the migrations and no other', () => {
    expect(documented.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
  });

  test.each(documented)('names every column of %s and no other, with its type and what its value may be', (name) => {
    const rows = tableRows(section(page, `\`${name}\``));
    const told = rows.map((cells) => cells.slice(0, 3).map((cell) => cell.replaceAll('`', '')));
    const present = columns.filter(({ table }) => table === name);
    expect(told.toSorted()).toEqual(present.map((each) => [each.column, typeOf(each), valueOf(each)]).toSorted());
  });

  /** MariaDB adds a width to integers, which has no meaning. */
  const typeOf = ({ type }: Column): string => (type === 'tinyint(1)' ? type : type.replace(/^(\w*int)\(\d+\)/, '$1'));

  function valueOf({ extra, nullable, fallback }: Column): string {
    if (/auto_increment/i.test(extra)) return 'generated';
    if (/\bgenerated\b/i.test(extra)) return 'derived';
    if (fallback !== null && fallback !== 'NULL') return `default ${fallback}`;
    return nullable === 'YES' ? 'optional' : 'required';
  }

  test.each(['groups', 'units', 'tenants', 'leases', 'lease_tenants'])('names the keys of %s', async (name) => {
    const { rows } = await sql<{ name: string; type: string; columns: string; target: string | null }>`
      select c.constraint_name as 'name', c.constraint_type as 'type', max(k.referenced_table_name) as 'target',
        group_concat(concat('\`', k.column_name, '\`') order by k.ordinal_position separator ', ') as 'columns'
      from information_schema.table_constraints as c
      join information_schema.key_column_usage as k on k.constraint_schema = c.constraint_schema
        and k.table_name = c.table_name and k.constraint_name = c.constraint_name
      where c.table_schema = database() and c.table_name = ${name} and c.constraint_type <> 'CHECK'
      group by c.constraint_name, c.constraint_type order by 1`.execute(database.db);
    // A unique key with the row id is only the target of a foreign key.
    const unique = rows.filter(({ type, columns: of }) => type === 'UNIQUE' && !of.includes('`id`'));
    const primary = rows.filter(({ type, columns: of }) => type === 'PRIMARY KEY' && of !== '`id`');
    const foreign = rows.filter(({ type }) => type === 'FOREIGN KEY');
    const keys = section(page, `\`${name}\``);
    const told = (title: string): string[] => {
      const [, list = ''] = new RegExp(`${title}: (.*?)\\.(?= |$)`, 'm').exec(keys) ?? [];
      return [...list.matchAll(/\([^)]*\)(?: of `\w+`)?/g)].map(([key]) => key).toSorted();
    };
    expect(told('Unique keys')).toEqual(unique.map((key) => `(${key.columns})`).toSorted());
    expect(told('Primary key')).toEqual(primary.map((key) => `(${key.columns})`));
    expect(told('Foreign keys')).toEqual(foreign.map((key) => `(${key.columns}) of \`${key.target}\``).toSorted());
  });
});

/** What the lookups return after each step, in the order of the page. */
const INSERTED = 'oak-2b, Leeds, 2025-02-03, 985.5: t-ada A-1 ada@example.com true, t-ben A-2 null false';
const ADA_MOVED = 'oak-2b, York, 2025-02-03, 985.5: t-ada A-1 ada@example.org false, t-ben A-2 null false';
const LEASE_MOVED = ADA_MOVED.replace('2025-02-03, 985.5', '2025-03-01, 1010');
const OTHER_UNIT = LEASE_MOVED.replace('oak-2b, York', 'elm-1, Leeds');
const WITHOUT_BEN = OTHER_UNIT.replace(', t-ben A-2 null false', '');
const BOTH_AGAIN = `${WITHOUT_BEN}, t-ben A-3 null false`;

const STEPS: readonly (readonly [heading: string, lines: readonly string[]])[] = [
  ['Insert groups', []],
  ['Insert units', []],
  ['Insert tenants', []],
  ['Insert a lease', [`acme t-ada ${INSERTED}`, `acme t-ben ${INSERTED}`, 'G-1 t-ada t-ben']],
  ['Update a group', [`acme t-ada ${INSERTED}`, `acme t-ben ${INSERTED}`, 'G-2 t-ada t-ben']],
  [
    'Update a unit',
    [
      `acme t-ada ${INSERTED.replace('Leeds', 'York')}`,
      `acme t-ben ${INSERTED.replace('Leeds', 'York')}`,
      'G-2 t-ada t-ben',
    ],
  ],
  ['Update a tenant', [`acme t-ada ${ADA_MOVED}`, `acme t-ben ${ADA_MOVED}`, 'G-2 t-ada t-ben']],
  ['Update a lease', [`acme t-ada ${LEASE_MOVED}`, `acme t-ben ${LEASE_MOVED}`, 'G-2 t-ada t-ben']],
  ['Put a lease into another unit', [`acme t-ada ${OTHER_UNIT}`, `acme t-ben ${OTHER_UNIT}`, 'G-2 t-ada t-ben']],
  ['Change the tenants of a lease', [`acme t-ada ${WITHOUT_BEN}`, 'G-2 t-ada']],
  ['Insert or update', [`acme t-ada ${WITHOUT_BEN}`, 'G-2 t-ada']],
  ['Move a unit or a tenant that no lease uses', [`acme t-ada ${WITHOUT_BEN}`, 'G-2 t-ada']],
  ['Move a lease with its unit and tenants', [`birch t-ada ${BOTH_AGAIN}`, `birch t-ben ${BOTH_AGAIN}`]],
  ['Delete a tenant', [`birch t-ada ${WITHOUT_BEN}`]],
  ['Delete a lease', []],
  ['Delete a unit', []],
  ['Delete a group', []],
];

test('its statements insert, update, move and delete records of each kind', async () => {
  const headings = ['Insert', 'Update', 'Move', 'Delete'].flatMap((title) =>
    [...section(page, title).matchAll(/^### (.*)$/gm)].map(([, heading]) => heading),
  );
  expect(headings).toEqual(STEPS.map(([heading]) => heading));
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

interface Lease {
  readonly unit_id: string;
  readonly move_in_date: string;
  readonly rent: number;
  readonly address: { readonly city: string };
  readonly tenants: readonly { identifier: string; external_ref: string; email_address: string; active: boolean }[];
}

/** The leases of each tenant for a caller of each group, and the tenants by the external reference of a group. */
async function seen(): Promise<string[]> {
  const lines: string[] = [];
  for (const group of ['acme', 'birch']) {
    for (const identifier of ['t-ada', 't-ben']) {
      const { leases = [] } = await lookUp<{ leases: Lease[] }>(group, '/leases/find-for-tenant/', { identifier });
      lines.push(...leases.map((lease) => `${group} ${identifier} ${told(lease)}`));
    }
  }
  for (const ref of ['G-1', 'G-2']) {
    const body = { group_external_ref: ref };
    const { tenants } = await lookUp<{ tenants: { identifier: string }[] }>('acme', '/leases/tenants/', body);
    if (tenants) lines.push([ref, ...tenants.map(({ identifier }) => identifier)].join(' '));
  }
  return lines;
}

function told({ unit_id: unit, address, move_in_date: day, rent, tenants }: Lease): string {
  const names = tenants.map((tenant) =>
    [tenant.identifier, tenant.external_ref, `${tenant.email_address}`, tenant.active].join(' '),
  );
  return `${unit}, ${address.city}, ${day}, ${rent}: ${names.join(', ')}`;
}

async function lookUp<Answer>(group: string, path: string, body: object): Promise<Partial<Answer>> {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await signToken({ groups: [group] })}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Partial<Answer>;
}

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
