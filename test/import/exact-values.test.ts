/** A value of a source database arrives as its server prints it, or is refused. */

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import type { SqlOptions } from '../../ingest/import/import-sql';
import { ADDRESS_FIELDS } from '../../src/model/records';
import { serverKind } from '../support/database';
import { ForeignSource } from './foreign-source';
import { caseForAllTests, PRUNE_ALL } from './import-case';

const world = caseForAllTests();
let source: ForeignSource;
beforeAll(async () => (source = await ForeignSource.create()));
afterAll(() => source.end());

const round = (files: Readonly<Record<string, string>>, options: Partial<SqlOptions> = {}) =>
  world.importSql(source.url, files, options);

const GROUP = { 'groups.sql': "select 'g' as identifier" };

type Column = readonly [type: string, value: string];

const COMMON: readonly Column[] = [
  ['bigint unsigned', '18446744073709551615'],
  ['bigint(20) zerofill', '9007199254740993'],
  ['int(6) zerofill', '7'],
  ['decimal(10, 2) zerofill', '7.5'],
  ['double', '0.1 + 0.2e0'],
  ['double', '123456.78'],
  ['bit(1)', "b'1'"],
  ['datetime(6)', "'2024-02-29 13:14:15.1'"],
  ['timestamp', "'2024-02-29 13:14:15'"],
  ['time', "'-112:00:01'"],
  ['char(9)', "'Ann  '"],
  ["enum('no', 'é')", "'é'"],
  ["set('a', 'é')", "'a,é'"],
  ['varchar(9) character set latin1', "'Łódź é'"],
  ['varchar(9) character set latin2', "'Łódź'"],
  ['varchar(9) character set sjis', "'あ'"],
  ['varchar(9) character set utf16', "'é😀'"],
  ['varbinary(9)', "'é😀'"],
  ['blob', "'é'"],
  ['varchar(9) character set utf8mb4', "'\ufffd'"],
];
const OF_MARIADB: readonly Column[] = [
  ['uuid', "'123e4567-e89b-12d3-a456-426655440000'"],
  ['inet6', "'::1'"],
];
const EXPRESSIONS = [
  "json_value('{\"id\": 9007199254740993}', '$.id')",
  "json_unquote(json_extract('{\"id\": 9007199254740993}', '$.id'))",
  'cast(123456.78e0 as decimal(15, 2))',
  "concat('é', 7)",
  'true',
];

const TEXTS = Object.values(ADDRESS_FIELDS).filter(({ kind }) => kind === 'text');
const FIELDS = ['external_ref', 'unit_number', ...TEXTS.map(({ name }) => `address.${name}`)];

/** The bytes of a value as the server sends them to any client, as text. */
async function printed(query: string): Promise<(string | null)[]> {
  const connection = await createConnection({ uri: source.url, charset: 'utf8mb4', rowsAsArray: true });
  try {
    const typeCast = false;
    const [[row]] = await connection.query<RowDataPacket[]>({ sql: query, typeCast, rowsAsArray: true });
    const bit = (bytes: Buffer) => (bytes.length === 1 && bytes[0]! < 2 ? String(bytes[0]) : bytes.toString());
    return (row as unknown as (Buffer | null)[]).map((bytes) => bytes && bit(bytes));
  } finally {
    await connection.end();
  }
}

test('text, numbers, dates and bits of every type and character set are stored as the server prints them', async () => {
  const columns = [...COMMON, ...((await serverKind()) === 'mariadb' ? OF_MARIADB : [])];
  await source.run(`set sql_mode = ''; drop table if exists kinds;
    create table kinds (${columns.map(([type], index) => `c${index} ${type}`).join(', ')});
    insert into kinds values (${columns.map(([, value]) => value).join(', ')})`);
  const all = [...columns.map((_, index) => `c${index}`), ...EXPRESSIONS];
  for (let from = 0; from < all.length; from += FIELDS.length) {
    const part = all.slice(from, from + FIELDS.length);
    const list = part.map((value, index) => `${value} as \`${FIELDS[index]}\``).join(', ');
    await round({ ...GROUP, 'units.sql': `select 'u' as identifier, 'g' as \`group\`, ${list} from kinds` });
    expect(world.reasons()).toEqual([]);
    const { units } = await world.everything();
    const stored = units[0] as Record<string, string | null>;
    const names = FIELDS.slice(0, part.length).map((field) => field.replace('address.', ''));
    expect(names.map((name) => stored[name])).toEqual(await printed(`select ${part.join(', ')} from kinds`));
  }
});

describe('a column whose text may not be its value is refused by its type, with what helps', () => {
  const JSON_HELP = 'is JSON, in which texts have quotes: use JSON_VALUE or JSON_UNQUOTE.';
  const FLOAT_HELP =
    'is a FLOAT, of which the source sends at most six digits: use CAST(… AS DECIMAL(15, 2)) with as many decimals as it has.';
  beforeAll(() =>
    source.run(`drop table if exists odd; create table odd (f float, b bit(8), j json, p point);
      insert into odd values (123456.78, b'101', '{"id": 9007199254740993}', point(1, 2))`),
  );

  it.each([
    ['f', FLOAT_HELP],
    ['max(f)', FLOAT_HELP],
    ['b', 'is a BIT of several bits: use CAST(… AS UNSIGNED).'],
    ['j', JSON_HELP],
    ["json_extract(j, '$.id')", JSON_HELP],
    ['p', 'is a geometry: use ST_AsText, or ST_X and ST_Y.'],
  ])('%s', async (value, help) => {
    const before = await world.everything();
    const query = `select ${value} as identifier, 'g' as \`group\` from odd`;
    const message = `tenants.sql: \`identifier\` ${help}`;
    await expect(round({ ...GROUP, 'tenants.sql': query })).rejects.toThrow(message);
    await expect(round({ ...GROUP, 'tenants.sql': `${query} where false` })).rejects.toThrow(message);
    expect(await world.everything()).toEqual(before);
  });

  it('names all of them, also in lease-tenants.sql', async () => {
    const inexact = "select f as identifier, 'g' as `group`, j as unit_id from odd";
    const pairs = { 'lease-tenants.sql': 'select 1 as lease, f as tenant from odd' };
    const message = `leases.sql: \`identifier\` ${FLOAT_HELP} \`unit_id\` ${JSON_HELP}`;
    await expect(round({ 'leases.sql': inexact, ...pairs })).rejects.toThrow(message);
    const exact = "select 1 as identifier, 'g' as `group`, 'u' as unit_id";
    const ofPairs = `lease-tenants.sql: \`tenant\` ${FLOAT_HELP}`;
    await expect(round({ 'leases.sql': exact, ...pairs })).rejects.toThrow(ofPairs);
  });
});

test('bytes that are no UTF-8 refuse their row, which counts as present', async () => {
  const bytes = "select 'bytes' as identifier, 'g' as `group`";
  await round({ ...GROUP, 'tenants.sql': `${bytes} union all select 'gone', 'g'` });
  const broken = `${bytes}, x'4de9' as first_name union all select 'text', 'g', 'Mé'`;
  await round({ ...GROUP, 'tenants.sql': broken }, PRUNE_ALL);
  expect(world.reasons()).toEqual(['1: has bytes in `first_name` that are not UTF-8: use CONVERT or HEX']);
  const { tenants } = await world.everything();
  expect(tenants).toMatchObject([
    { identifier: 'bytes', first_name: null },
    { identifier: 'text', first_name: 'Mé' },
  ]);
});
