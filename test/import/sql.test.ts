/** Import from a database with a foreign schema. After each round, an oracle compares the stored records with the source. */

import { join } from 'node:path';

import { findDrift } from '../../ingest/check/faults';
import { readSourceAddress, type SqlOptions } from '../../ingest/import/import-sql';
import { onServer } from '../support/database';
import { threadsOf } from '../support/server-threads';
import { until } from '../support/until';
import { ForeignSource, stored, writeQueries } from './foreign-source';
import { caseForAllTests, inOtherDatabase } from './import-case';

const world = caseForAllTests();
const queries = join(world.folder, 'queries');
let source: ForeignSource;

beforeAll(async () => {
  source = await ForeignSource.create();
  await source.fill(60);
  writeQueries(queries);
});
afterAll(() => source.end());

const round = (options: Partial<SqlOptions> = {}) => world.importSql(source.url, queries, options);

async function expectEqual(): Promise<void> {
  expect(await stored(world)).toEqual(await source.expected());
  expect(await findDrift(world.database.db)).toEqual([]);
}

it('the queries of docs/operate/import.md load everything from one snapshot, whatever its collation and types', async () => {
  const report = await round();
  expect(world.reasons()).toEqual([]);
  expect(report.kinds.leases).toMatchObject({ read: 60, inserted: 60 });
  await expectEqual();
  const again = await round({ prune: true });
  for (const counts of Object.values(again.kinds)) expect(counts).toMatchObject({ inserted: 0, updated: 0, pruned: 0 });
});

it('writes what differs: changed, moved, inserted and deleted rows', async () => {
  await source.run(`update persons set surname = 'Müller' where id in (4, 5);
    update contracts set rent_amount = 1234.56, furnished = 0 where id = 7;
    update contract_persons set person_id = 10 where contract_id = 4;
    update properties set portfolio_id = 1 where id = 1; update persons set portfolio_id = 1 where id = 1;
    update contracts set portfolio_id = 1 where id = 1;
    delete from contract_persons where contract_id in (59, 60); delete from contracts where id in (59, 60);
    delete from properties where id = 60;
    insert into persons (id, portfolio_id, forename, surname, mail) values (61, 2, 'New', 'One', 'new61@example.com')`);
  const report = await round({ prune: true });
  expect(world.reasons()).toEqual([]);
  expect(report.kinds).toMatchObject({ leases: { pruned: 2 }, units: { pruned: 1 }, tenants: { inserted: 1 } });
  await expectEqual();
});

it('refuses broken rows as a file would, and repairs them in a later round', async () => {
  await source.run(
    `update contracts set ends = '2030-01-31 14:30:00' where id = 8; update contracts set portfolio_id = 2 where id = 9`,
  );
  const report = await round({ prune: true });
  expect(report.kinds.leases).toMatchObject({ refused: 2, pruned: 0 });
  expect(world.refused.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
    'leases.sql: `end_date` has a time that is not midnight in UTC: write YYYY-MM-DD',
    'leases.sql: `unit_id` names a unit of another group; `tenants` names a tenant (number 1) of another group; `tenants` names a tenant (number 2) of another group',
  ]);
  await source.run(`update contracts set ends = null where id = 8; update contracts set portfolio_id = 1 where id = 9`);
  await round({ prune: true });
  await expectEqual();
});

describe('a source that would lose or leak', () => {
  const tenants = "select id as identifier, portfolio_id as `group`, '' as email_address from persons";
  const leases = "select 'l' as identifier, 'g' as `group`, 'u' as unit_id";
  it.each<[Record<string, string>, string | RegExp]>([
    [{ 'tenants.sql': `${tenants} where false` }, 'tenants.sql holds no records, and 61 tenants are stored.'],
    [{ 'tenants.sql': 'select identifier from nowhere' }, /^tenants.sql: Table '.*nowhere' doesn't exist$/],
    [
      { 'groups.sql': 'select 1 as id', 'units.sql': 'select', 'tenants.sql': 'select 1 as identifier, 2 as mail' },
      /^groups.sql has an unknown column `id`.*\nunits.sql: .* syntax.*\ntenants.sql has an unknown column `mail` \(did you mean `email_address`\?\), no column `group`\. /s,
    ],
    [
      { 'tenants.sql': 'delete from persons' },
      /^tenants.sql: .* syntax.* The file must have one SELECT and nothing else/s,
    ],
    [{ 'tenants.sql': `${tenants}; delete from persons` }, /^tenants.sql: .* syntax.* delete from persons/s],
    [
      { 'tenants.sql': tenants, 'lease_tenants.sql': '' },
      'lease_tenants.sql is not read: the queries are groups.sql, units.sql, tenants.sql, leases.sql, lease-tenants.sql.',
    ],
    [{}, 'There is no query to import.'],
    [
      { 'leases.sql': `${leases}, 't' as tenants`, 'lease-tenants.sql': "select 'l' as lease, 't' as tenant" },
      'Both leases.sql and lease-tenants.sql have the tenants of a',
    ],
    [
      { 'leases.sql': leases, 'lease-tenants.sql': "select 'l' as lease, 't' as tenants" },
      'lease-tenants.sql must have the columns `lease` and `tenant`.',
    ],
    [{ 'lease-tenants.sql': 'select 1', 'tenants.sql': tenants }, 'There is lease-tenants.sql, but no leases.sql.'],
  ])('%j: is refused and changes nothing', async (files, message) => {
    const before = await world.everything();
    await expect(world.importSql(source.url, files, { prune: true })).rejects.toThrow(message);
    expect(await world.everything()).toEqual(before);
  });

  it('writes nothing to the source, even with an account that may', async () => {
    const before = await source.expected();
    await source.run(
      `create function spend() returns int deterministic modifies sql data begin delete from contract_persons; return 1; end`,
    );
    const files = { 'tenants.sql': `select spend() as identifier, 1 as \`group\`` };
    await expect(world.importSql(source.url, files)).rejects.toThrow(/READ ONLY transaction|read.only/i);
    expect(await source.expected()).toEqual(before);
  });

  it('is read without a limit on lists, and its connection is closed afterwards', async () => {
    const name = new URL(source.url).pathname.slice(1);
    const connections = async () => (await onServer((connection) => threadsOf(connection, name))).length;
    const before = await connections();
    await inOtherDatabase(async (other) => {
      await other.importSql(source.url, { 'groups.sql': 'select @@group_concat_max_len as identifier' });
      expect(await other.identifiers('groups')).toEqual(['16777216']);
    });
    await until(async () => (await connections()) === before, 'no connection is left');
  });

  it('says why it cannot be reached, without account and password', async () => {
    const url = new URL(source.url);
    url.username = 'somebody';
    url.password = 'secret';
    const failure = () => round({ from: readSourceAddress({}, url.href) }).catch((error: Error) => error.message);
    expect(await failure()).toMatch(
      /^The source at [\w.-]+:\d+ refuses this account, its password or a connection without TLS\.$/,
    );
    url.port = '1';
    expect(await failure()).toMatch(/^The source at [\w.-]+:1 does not answer: the connection was refused\.$/);
  });
});

it('lease-tenants.sql: a lease has each tenant whose identifier is in a pair, also if it contains a semicolon', async () => {
  const rows = (columns: string, ...values: string[]) => [`select ${columns}`, ...values].join(' union all select ');
  const pairs = ["'t;1', 'two'", "'t;2', 'two'", "'t;3', 'three'", "'t;2', 'three'", "'t;1', 'three'"];
  const files = {
    'groups.sql': "\ufeffselect 'g' as identifier;\n",
    'units.sql': "select 'u' as identifier, 'g' as `group`",
    'tenants.sql': rows("'t;1' as identifier, 'g' as `group`", "'t;2', 'g'", "'t;3', 'g'"),
    'leases.sql': rows(
      "'one' as identifier, 'g' as `group`, 'u' as unit_id",
      ...['two', 'three', 'none'].map((lease) => `'${lease}', 'g', 'u'`),
    ),
    'lease-tenants.sql': rows("'t;1' as tenant, 'one' as lease", ...pairs),
  };
  await inOtherDatabase(async (other) => {
    await other.importSql(source.url, files);
    const leases = { one: 'g u t;1', two: 'g u t;1,t;2', three: 'g u t;1,t;2,t;3', none: 'g u -' };
    expect(await other.leases()).toEqual(leases);
  });
});
