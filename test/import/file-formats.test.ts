/** The files that people have: one alone, other delimiters and columns, and what is no CSV or NDJSON in UTF-8. */

import { appendFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { type FileOptions, importFolder } from '../../ingest/import/import-folder';
import { caseForAllTests, PRUNE_ALL, SMALL } from './import-case';

const world = caseForAllTests(SMALL);

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
  const message = 'groups.ndjson was changed while it was read. Run the import again.';
  await expect(growing).rejects.toMatchObject({ message });
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

test('a cell of hyphens in the first row is a value, and so is JSON in a cell', async () => {
  await world.import({ 'tenants.csv': 'identifier,group,last_name\nc1,north,--\nc2,north,{ "a": 1 }\n' });
  const { tenants } = await world.everything();
  expect(tenants).toContainEqual(expect.objectContaining({ identifier: 'c1', last_name: '--' }));
});
