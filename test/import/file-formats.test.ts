/** The files that people have: one alone, other delimiters and columns, and what is no CSV or NDJSON in UTF-8. */

import { appendFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { type FileOptions, importFolder } from '../../ingest/import/import-folder';
import { ImportCase, SMALL } from './import-case';

let world: ImportCase;
beforeAll(async () => {
  world = await ImportCase.create();
  await world.import(SMALL);
});
afterAll(() => world.end());

const ndjson = (records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const tenantsCsv =
  'identifier,group,email_address,first_name,active\nann,north,Ann@example.com,Ann,\nbob,north,,,false\nsue,south,,,true\n';
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const unitsCsv =
  'identifier,group,unit_number,address.city,address.latitude,address.longitude\nn1,north,1,Köln,50.938,6.96\ns1,south,,,,\n';

const UNCHANGED: readonly (readonly [
  what: string,
  content: Readonly<Record<string, string | Buffer>>,
  files?: FileOptions,
])[] = [
  ['semicolons', { 'tenants.csv': tenantsCsv.replaceAll(',', ';') }, { delimiter: ';' }],
  ['tabs', { 'tenants.csv': tenantsCsv.replaceAll(',', '\t') }, { delimiter: '\t' }],
  [
    'files of a system beside them',
    { 'tenants.csv': tenantsCsv, '._tenants.csv': '', '.DS_Store': '', '~$units.xlsx': '' },
  ],
  [
    'unknown columns that are named',
    { 'tenants.csv': tenantsCsv.replaceAll('\n', ',7\n').replace(',7', ',colour') },
    { ignoreColumns: new Set(['colour']) },
  ],
  [
    'all unknown columns',
    { 'tenants.csv': tenantsCsv.replaceAll('\n', ',7,8\n').replace(',7,8', ',a,b') },
    { ignoreColumns: true },
  ],
];

test.each(UNCHANGED.map(([what, content, files]) => ({ what, content, files })))(
  '$what',
  async ({ content, files }) => {
    const before = await world.everything();
    const report = await world.import(content, { files });
    expect(world.reasons()).toEqual([]);
    for (const counts of Object.values(report.kinds)) expect(counts).toMatchObject({ inserted: 0, updated: 0 });
    expect(await world.everything()).toEqual(before);
  },
);

test('reports which columns were ignored, of the kinds that have such columns', async () => {
  const report = await world.import(
    {
      'groups.csv': 'identifier,external_ref,colour,jane@example.org\nnorth,N,red,x\n',
      'tenants.csv': tenantsCsv,
      'units.ndjson': SMALL['units.ndjson'],
    },
    { files: { ignoreColumns: true } },
  );
  expect(report.ignored).toEqual({ groups: ['colour', '(not shown)'] });
});

test.each<[string, FileOptions]>([
  ['--delimiter', { delimiter: ';' }],
  ['--decimal', { decimal: 'comma' }],
  ['--dates', { dates: 'dmy' }],
  ['--null', { null: new Set(['NULL']) }],
  ['--ignore-columns', { ignoreColumns: true }],
])('%s is refused where no file is a CSV file', async (option, files) => {
  await expect(world.import(SMALL, { files })).rejects.toThrow(`${option} can only be used with CSV files`);
});

test.each([
  ['grows', (file: string) => appendFileSync(file, '\n')],
  ['is written', (file: string) => utimesSync(file, 1, 1)],
])('a file that %s behind its first batch ends the import, and nothing is pruned', async (_how, change) => {
  const before = await world.everything();
  const groups = Array.from({ length: 2_000 }, (_, nth) => ({ identifier: `g${nth}` }));
  const onProgress = () => change(join(world.folder, 'groups.ndjson'));
  const growing = world.import({ 'groups.ndjson': groups }, { prune: true, maxPrune: { percent: 100 }, onProgress });
  await expect(growing).rejects.toThrow('groups.ndjson was changed while it was read. Run the import again.');
  expect(await world.everything()).toEqual(before);
});

test('a single file, whose name or an option says what it holds', async () => {
  const one = (name: string, options = {}) =>
    world.import({ [name]: ndjson(SMALL['groups.ndjson']) }, { folder: join(world.folder, name), ...options });
  expect((await one('groups.ndjson')).kinds).toEqual({ groups: expect.objectContaining({ unchanged: 2 }) });
  expect((await one('clients.ndjson', { files: { kind: 'groups' } })).kinds.groups).toMatchObject({ unchanged: 2 });
  const other = await one('tenants.ndjson', { files: { kind: 'groups' } });
  expect(other.kinds).toEqual({ groups: expect.objectContaining({ unchanged: 2 }) });
  await expect(one('clients.ndjson')).rejects.toThrow(
    'clients.ndjson could hold any kind of records: name it with --kind.',
  );
  await expect(one('groups.dat')).rejects.toThrow('groups.dat is not read: its name must end in .ndjson or .csv.');
  await expect(one('groups.xlsx')).rejects.toThrow('groups.xlsx is not read: save it as CSV in UTF-8.');
  symlinkSync('/dev/null', join(world.folder, 'groups.csv'));
  const folder = join(world.folder, 'groups.csv');
  const { rejects, database } = world;
  await expect(importFolder({ db: database.db, folder, rejects })).rejects.toThrow('groups.csv is no regular file');
});

const packed = gzipSync(ndjson(SMALL['tenants.ndjson']));

const UTF_16 = 'units.csv is in UTF-16: convert it, as by iconv -f UTF-16 -t UTF-8.';

test.each<[string, Readonly<Record<string, string | Buffer>>, string, FileOptions?]>([
  ['gzip without .gz', { 'tenants.ndjson': packed }, 'tenants.ndjson is packed by gzip: unpack it with gunzip.'],
  ['UTF-16, little end first', { 'units.csv': utf16(unitsCsv) }, UTF_16],
  ['UTF-16, big end first', { 'units.csv': utf16(unitsCsv).swap16() }, UTF_16],
  [
    'a JSON array in an NDJSON file',
    { 'tenants.ndjson': '[\n{"identifier":"ann"}\n]' },
    'tenants.ndjson seems to hold a JSON array: write one record on each line',
  ],
  [
    'an Excel workbook',
    { 'tenants.csv': 'PK\x03\x04\x14' },
    'tenants.csv seems to be an Excel workbook or another zip',
  ],
  [
    'an old Excel workbook',
    { 'tenants.csv': Buffer.from('d0cf11e0a1b11ae1', 'hex') },
    'tenants.csv seems to be an old Excel workbook',
  ],
  [
    'UTF-16 without a mark, little end first',
    { 'tenants.csv': utf16(tenantsCsv).subarray(2) },
    'tenants.csv seems to be in UTF-16 without a byte order mark: convert it, as by iconv -f UTF-16LE -t UTF-8.',
  ],
  [
    'UTF-16 without a mark, big end first',
    { 'tenants.ndjson': utf16('{"identifier":"ann"}').swap16().subarray(2) },
    'tenants.ndjson seems to be in UTF-16 without a byte order mark: convert it, as by iconv -f UTF-16BE -t UTF-8.',
  ],
  ['a page', { 'tenants.csv': '\n<!DOCTYPE html><html>' }, 'tenants.csv seems to be a page in HTML or XML.'],
  [
    'a JSON array in a CSV file',
    { 'tenants.csv': '[\n{"identifier":"a"}]' },
    'tenants.csv seems to hold a JSON array: ',
  ],
  ['NDJSON', { 'tenants.csv': '\ufeff{"identifier":"a"}' }, 'tenants.csv seems to hold JSON: let its name end in'],
  [
    'a line for Excel',
    { 'tenants.csv': `\ufeffsep=;\r\n${tenantsCsv}` },
    'tenants.csv begins with a line for Excel: remove the line, and name the delimiter with --delimiter.',
  ],
  [
    'lines that end by carriage returns alone',
    { 'tenants.csv': tenantsCsv.replaceAll('\n', '\r') },
    "tenants.csv seems to end its lines by carriage returns alone: convert it, as by tr '\\r' '\\n'.",
  ],
  [
    'a header in Windows-1252',
    { 'tenants.csv': Buffer.from(`identifier,group,Gr\xf6\xdfe\n`, 'latin1') },
    'The header of tenants.csv is not valid UTF-8: if the file is in Windows-1252, convert it by iconv -f WINDOWS-1252 -t UTF-8.',
  ],
  [
    'a line of hyphens below the header',
    { 'units.csv': 'identifier,group\r\n----------,-----\r\nn1,north\r\n' },
    'units.csv has a line of hyphens below its header, as sqlcmd writes it. Remove it.',
  ],
  [
    'numbers, dates and null words that could mean several things',
    {
      'leases.csv':
        'identifier,group,unit_id,tenants,start_date,rent\nl1,north,n1,ann,03/04/2024,"985,50"\nl2,north,n1,ann,13/04/2024,1.200\n',
      'tenants.csv': 'identifier,group,last_name,phone_number\nann,north,NULL,\\N\nbob,north,Null,\\N\n',
    },
    [
      'tenants.csv has backslashes that may be escapes: give --escapes unquoted, quoted (some cells are in quotes) or none (they are text).',
      "tenants.csv: `last_name`: 1 cell needs --null NULL or --null '' if it is text.",
      'leases.csv: `start_date`: 1 cell needs --dates dmy or --dates mdy, 1 cell needs --dates dmy.',
      'leases.csv: `rent`: 1 cell needs --decimal comma, 1 cell needs --decimal point or --decimal comma.',
    ].join('\n'),
  ],
  [
    'commas where semicolons are expected',
    { 'tenants.csv': tenantsCsv },
    "look separated by commas: use --delimiter ','",
    { delimiter: ';' },
  ],
])('%s: is refused and changes nothing', async (_what, content, message, files: FileOptions = {}) => {
  const before = await world.everything();
  const more = { 'groups.ndjson': ndjson([...SMALL['groups.ndjson'], { identifier: 'never' }]) };
  await expect(world.import({ ...more, ...content }, { files })).rejects.toThrow(message);
  expect(await world.everything()).toEqual(before);
});

test('--decimal, --dates and --null read all cells in one way', async () => {
  const content = {
    'leases.csv':
      'identifier;group;unit_id;tenants;start_date;end_date;rent;deposit\nc1;north;n1;ann;03/04/2024;n/a;1.200;985,50\nc2;north;n1;ann;2024-04-03;n/a;985.50;1\n',
  };
  const files: FileOptions = { delimiter: ';', decimal: 'comma', dates: 'dmy', null: new Set(['n/a']) };
  await world.import(content, { files });
  expect(world.reasons()).toEqual([
    '3: `start_date` is no day of the calendar in the form of --dates dmy; `rent` is not in the form of --decimal comma',
  ]);
  const { leases } = await world.everything();
  expect(leases.at(-1)).toMatchObject({
    identifier: 'c1',
    start_date: '2024-04-03',
    end_date: null,
    rent: 1200,
    deposit: 985.5,
  });
});

test('a cell of hyphens in the first row is a value', async () => {
  await world.import({ 'tenants.csv': 'identifier,group,last_name\nc1,north,--\n' });
  const { tenants } = await world.everything();
  expect(tenants).toContainEqual(expect.objectContaining({ identifier: 'c1', last_name: '--' }));
});

test('an identifier in scientific notation is unreadable, so that nothing is pruned', async () => {
  const report = await world.import(
    { 'leases.csv': 'identifier,group,unit_id,tenants\n4.47701E+11,north,n1,ann\nl1,north,n1,ann;1E+06\n' },
    { prune: true },
  );
  expect(world.reasons()).toEqual([
    '2: `identifier` is a number in scientific notation: export the column as text',
    '3: `tenants` is a number in scientific notation: export the column as text',
  ]);
  expect(report).toMatchObject({ notPruned: ['leases'], kinds: { leases: { pruned: 0 } } });
});

test.each(['4.47701E+11', 'NULL'])('nor is it read from a row with a missing cell: %s', async (identifier) => {
  const report = await world.import(
    { 'leases.csv': `identifier,group,unit_id,tenants\n${identifier},north,n1\nl1,north,n1,ann\nc1,north,n1,ann\n` },
    { prune: true, files: { null: new Set(['NULL']) } },
  );
  expect(world.reasons()).toEqual(['2: has 3 cells, the header has 4']);
  expect(report.notPruned).toEqual(['leases']);
});
