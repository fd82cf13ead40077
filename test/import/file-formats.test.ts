/** The files that people have: one alone, other delimiters and columns, and what is no CSV or NDJSON in UTF-8. */

import { appendFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { type FileOptions, importFolder } from '../../ingest/import/import-folder';
import { caseForAllTests, PRUNE_ALL, SMALL } from './import-case';

const world = caseForAllTests(SMALL);

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const TENANTS =
  'identifier,group,email_address,first_name,active\nann,north,Ann@example.com,Ann,\nbob,north,,,false\nsue,south,,,true\n';

test.each<[string, Record<string, string>, FileOptions]>([
  ['semicolons', { 'tenants.csv': TENANTS.replaceAll(',', ';') }, { delimiter: ';' }],
  [
    'files of a system beside them',
    { 'tenants.csv': TENANTS, '._tenants.csv': '', '.DS_Store': '', '~$units.xlsx': '' },
    {},
  ],
  [
    'unknown columns',
    { 'tenants.csv': TENANTS.replaceAll('\n', ',7,8\n').replace(',7,8', ',a,b') },
    { ignoreColumns: true },
  ],
])('%s', async (_what, content, files) => {
  const before = await world.everything();
  const { kinds } = await world.import(content, { files });
  expect(kinds).toMatchObject({ tenants: { read: 3, unchanged: 3 } });
  expect(await world.everything()).toEqual(before);
});

test('reports which columns were ignored, of the kinds that have such columns', async () => {
  const groups = 'identifier,external_ref,colour,jane@example.org\nnorth,N,red,x\n';
  const content = { 'groups.csv': groups, 'tenants.csv': TENANTS, 'units.ndjson': SMALL['units.ndjson'] };
  const report = await world.import(content, { files: { ignoreColumns: true } });
  expect(report.ignored).toEqual({ groups: ['colour', '(not shown)'] });
});

test.each<[string, FileOptions]>([
  ['--delimiter', { delimiter: ';' }],
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
  const growing = world.import({ 'groups.ndjson': groups }, { ...PRUNE_ALL, onProgress });
  await expect(growing).rejects.toThrow('groups.ndjson was changed while it was read. Run the import again.');
  expect(await world.everything()).toEqual(before);
});

test('a single file, whose name or an option says what it holds', async () => {
  const one = (name: string, files?: FileOptions) =>
    world.import({ [name]: SMALL['groups.ndjson'] }, { folder: join(world.folder, name), files });
  const loaded = { kinds: { groups: expect.objectContaining({ unchanged: 2 }) } };
  expect(await one('groups.ndjson')).toMatchObject(loaded);
  expect(await one('clients.ndjson', { kind: 'groups' })).toMatchObject(loaded);
  expect(await one('tenants.ndjson', { kind: 'groups' })).toMatchObject(loaded);
  for (const [name, problem] of [
    ['clients.ndjson', 'could hold any kind of records: name it with --kind.'],
    ['groups.dat', 'is not read: its name must end in .ndjson or .csv.'],
    ['groups.xlsx', 'is not read: save it as CSV in UTF-8.'],
  ])
    await expect(one(name!)).rejects.toThrow(`${name} ${problem}`);
  const folder = join(world.folder, 'groups.csv');
  symlinkSync('/dev/null', folder);
  const { rejects, database } = world;
  await expect(importFolder({ db: database.db, folder, rejects })).rejects.toThrow('groups.csv is no regular file');
});

const [LITTLE, BIG] = ['LE', 'BE'].map(
  (end) => `seems to be in UTF-16 without a byte order mark: convert it, as by iconv -f UTF-16${end} -t UTF-8.`,
);
const UTF_16 = 'is in UTF-16: convert it, as by iconv -f UTF-16 -t UTF-8.';

test.each<[file: string, content: string | Buffer, message: string]>([
  ['tenants.ndjson', gzipSync('{"identifier":"ann"}'), 'is packed by gzip: unpack it with gunzip.'],
  ['tenants.ndjson', '[\n{"identifier":"ann"}\n]', 'seems to hold a JSON array: write one record on each line'],
  ['tenants.ndjson', utf16('{"identifier":"ann"}').swap16().subarray(2), BIG!],
  ['units.csv', utf16('identifier,group\n'), UTF_16],
  ['units.csv', utf16('identifier,group\n').swap16(), UTF_16],
  ['tenants.csv', utf16(TENANTS).subarray(2), LITTLE!],
  ['tenants.csv', 'PK\x03\x04\x14', 'seems to be an Excel workbook or another zip'],
  ['tenants.csv', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'seems to be an old Excel workbook'],
  ['tenants.csv', '\n<!DOCTYPE html><html>', 'seems to be a page in HTML or XML.'],
  ['tenants.csv', '[\n{"identifier":"a"}]', 'seems to hold a JSON array: '],
  ['tenants.csv', '\ufeff{"identifier":"a"}', 'seems to hold JSON: let its name end in'],
  ['tenants.csv', `\ufeffsep=;\r\n${TENANTS}`, 'begins with a line for Excel: remove the line, and name the delimiter'],
  [
    'tenants.csv',
    TENANTS.replaceAll('\n', '\r'),
    "seems to end its lines by carriage returns alone: convert it, as by tr '\\r' '\\n'.",
  ],
  [
    'tenants.csv',
    Buffer.from(`identifier,group,Gr\xf6\xdfe\n`, 'latin1'),
    'is not valid UTF-8: if the file is in Windows-1252, convert it by iconv -f WINDOWS-1252 -t UTF-8.',
  ],
  [
    'units.csv',
    'identifier,group\r\n----------,-----\r\nn1,north\r\n',
    'has a line of hyphens below its header, as sqlcmd writes it. Remove it.',
  ],
])('%s with %j is refused and changes nothing', async (file, content, problem) => {
  const before = await world.everything();
  const right = { 'groups.ndjson': [...SMALL['groups.ndjson'], { identifier: 'never' }] };
  await expect(world.import({ ...right, [file]: content })).rejects.toThrow(`${file} ${problem}`);
  expect(await world.everything()).toEqual(before);
});

test('numbers, dates and null words that could mean several things are refused in all files, and change nothing', async () => {
  const before = await world.everything();
  const refused = world.import({
    'groups.ndjson': [{ identifier: 'never' }],
    'leases.csv':
      'identifier,group,unit_id,tenants,start_date,rent\nl1,north,n1,ann,03/04/2024,"985,50"\nl2,north,n1,ann,13/04/2024,1.200\n',
    'tenants.csv': 'identifier,group,last_name,phone_number\nann,north,NULL,\\N\nbob,north,Null,\\N\n',
  });
  const problems = [
    'tenants.csv has backslashes that may be escapes: give --escapes unquoted, quoted (some cells are in quotes) or none (they are text).',
    "tenants.csv: `last_name`: 1 cell needs --null NULL or --null '' if it is text.",
    'leases.csv: `start_date`: 1 cell needs --dates dmy or --dates mdy, 1 cell needs --dates dmy.',
    'leases.csv: `rent`: 1 cell needs --decimal comma, 1 cell needs --decimal point or --decimal comma.',
  ];
  await expect(refused).rejects.toThrow(problems.join('\n'));
  expect(await world.everything()).toEqual(before);
});

test('a cell of hyphens in the first row is a value, and so is JSON in a cell', async () => {
  await world.import({ 'tenants.csv': 'identifier,group,last_name\nc1,north,--\nc2,north,{ "a": 1 }\n' });
  const { tenants } = await world.everything();
  expect(tenants).toContainEqual(expect.objectContaining({ identifier: 'c1', last_name: '--' }));
});
