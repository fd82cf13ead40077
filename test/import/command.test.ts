import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { importCommand } from '../../ingest/cli/import';
import { isComplete } from '../../ingest/import/import-run';
import { RejectsFile } from '../../ingest/import/refusals';
import { execute } from '../../ingest/import/statements';
import type { Environment } from '../../src/config/settings';
import { createEmptyDatabase } from '../support/database';
import { caseForEachTest, SMALL } from './import-case';

const world = caseForEachTest();
let said: string[];
beforeEach(() => {
  said = [];
  for (const method of ['log', 'error'] as const)
    jest.spyOn(console, method).mockImplementation((...line: unknown[]) => void said.push(line.join(' ')));
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = undefined;
});

const run = (args: readonly string[], environment: Environment = { DATABASE_URL: world.database.url }) =>
  importCommand(environment).parseAsync(args, { from: 'user' });
const runImport = (...options: string[]) => run([world.folder, '--rejects', world.rejects, ...options]);
const write = (name: string, content: string) => writeFileSync(join(world.folder, name), content);

it('import prints the first refusal of its kind at once, counts the others, keeps all with their content, and fails', async () => {
  const lines = Array.from({ length: 25 }, (_, index) => `{"identifier":"secret${index}"`);
  const rest = ['{"identifier":"good"}', '{"identifier":"secret","external_ref":7}'];
  write('groups.ndjson', [...lines, ...rest].join('\n'));
  write('units.csv', 'identifier,group\nu1,good,\nu2\nu3,good,,\n');
  const keptByThen: number[] = [];
  jest.mocked(console.error).mockImplementation((line: string) => {
    said.push(line);
    keptByThen.push(world.rejected().length);
  });
  await runImport();
  expect(process.exitCode).toBe(1);
  expect(said).toEqual([
    'groups.ndjson:1: is not valid JSON',
    'groups.ndjson:27: `external_ref` must be a string',
    'units.csv:2: has 3 cells, the header has 2',
    'groups.ndjson: 24 more like line 1: is not valid JSON',
    'units.csv: 2 more like line 2: has 3 cells, the header has 2',
    'groups: 27 read, 1 inserted, 26 refused',
    'units: 3 read, 3 refused',
    expect.stringMatching(/^Done in /),
    expect.stringMatching(/^The refused records are in .*, with their content.$/),
  ]);
  expect(keptByThen[0]).toBe(1);
  expect(world.rejected()).toHaveLength(29);
  expect(await world.identifiers('groups')).toEqual(['good']);
});

it.each([
  ['50%', undefined],
  ['49.9%', 1],
])('--max-refused %s of one refused record in two: exit status %s', async (limit, status) => {
  write('groups.ndjson', '{"identifier":"good"}\n{}');
  await runImport('--max-refused', limit);
  expect(process.exitCode).toBe(status);
});

it.each([
  [{ kept: 0 }, [], true],
  [{ kept: 1 }, [], false],
  [{ kept: 0 }, ['tenants' as const], false],
])('whether an import with %j and not pruned %j is complete: %s', (counts, notPruned, complete) => {
  const tenants = { read: 2, inserted: 0, updated: 0, unchanged: 2, refused: 0, pruned: 0, ...counts };
  expect(isComplete({ kinds: { tenants }, notPruned })).toBe(complete);
});

it('a dry run keeps the rejects file of an import', async () => {
  const start = process.cwd();
  write('groups.ndjson', '{}');
  try {
    process.chdir(world.folder);
    await run(['.']);
    const kept = world.rejected();
    writeFileSync('groups.ndjson', '[]');
    process.exitCode = undefined;
    await run(['.', '--dry-run']);
    expect(process.exitCode).toBe(1);
    expect(world.rejected()).toEqual(kept);
    expect(readFileSync('rejects-dry-run.ndjson', 'utf8')).toContain('is not a JSON object');
  } finally {
    process.chdir(start);
  }
});

const invalid = (option: string, argument: string, rule: string) =>
  `option '${option}' argument '${argument}' is invalid. It must be ${rule}.`;

it.each([
  ['--decimal cannot be used with --from', 'folder --from mysql://db --decimal comma'],
  ['--kind cannot be used with --from', 'folder --from mysql://db --kind groups'],
  ['--ignore-columns cannot be used with --from', 'folder --from mysql://db --ignore-columns'],
  ['--source-timeout can only be used with --from', 'folder --source-timeout 60'],
  ['--late-lines can only be used with -', 'folder --late-lines 5'],
  ['--prune cannot be used with -', '- --prune'],
  ['--dry-run cannot be used with -', '- --dry-run'],
  ['--from cannot be used with -', '- --from mysql://db'],
  [invalid('--late-seconds <n>', 'x', 'a whole number from 0 to 86400'), '- --late-seconds x'],
  [invalid('--delimiter <character>', '"', 'one ASCII character, or tab'), 'folder --delimiter "'],
  [invalid('--max-prune <limit>', '101%', 'a number such as 500, or a share such as 10%'), 'folder --max-prune 101%'],
  [
    invalid('--source-timeout <seconds>', '0', 'a whole number from 1 to 86400'),
    'folder --from mysql://db --source-timeout 0',
  ],
])('%s: wrong usage', async (message, args) => {
  const command = importCommand({ DATABASE_URL: world.database.url })
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  const refused = command.parseAsync(args.split(' '), { from: 'user' });
  await expect(refused).rejects.toMatchObject({ name: 'CommanderError', message: `error: ${message}` });
});

it('every option of CSV files is in force, also repeated and with several values', async () => {
  await world.import(SMALL);
  const header = 'identifier group unit_id tenants start_date end_date move_in_date rent colour size';
  const row = 'l9 north n1 ann;bob 03/04/2024 NULL n/a 1.200,5 red 7';
  write('agreements.csv', `${header}\n${row}`.replaceAll(' ', '\t'));
  const formats = ['--delimiter', 'tab', '--decimal', 'comma', '--dates', 'dmy', '--null', 'NULL', '--null', 'n/a'];
  const columns = ['--kind', 'leases', '--ignore-columns', 'colour,size'];
  await run([join(world.folder, 'agreements.csv'), ...columns, ...formats]);
  const ignored = 'leases: ignored the columns colour, size';
  expect(said).toEqual(['leases: 1 read, 1 inserted', ignored, expect.stringMatching(/^Done in [\d.]+ s\.$/)]);
  expect(process.exitCode).toBeUndefined();
  const { leases } = await world.everything();
  const values = { start_date: '2024-04-03', end_date: null, move_in_date: null, rent: 1200.5 };
  expect(leases.at(-1)).toMatchObject({ identifier: 'l9', ...values });
});

it('--from reads a database with its own password or SOURCE_DATABASE_PASSWORD, for as long as --source-timeout allows', async () => {
  await world.import(SMALL);
  const url = new URL(world.database.url);
  const environment = { DATABASE_URL: url.href, SOURCE_DATABASE_PASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  const options = [world.folder, '--rejects', world.rejects, '--source-timeout', '1', '--json'];
  const read = (query: string) => {
    write('groups.sql', query);
    return run([...options, '--from', url.href], environment);
  };
  await read('select identifier, external_ref from `groups`');
  expect(JSON.parse(said.at(-1)!)).toMatchObject({ complete: true, kinds: { groups: { read: 2, unchanged: 2 } } });
  const wrong = { ...environment, SOURCE_DATABASE_PASSWORD: 'wrong' };
  await run([...options, '--from', world.database.url], wrong);
  expect(JSON.parse(said.at(-1)!)).toMatchObject({ complete: true });
  await expect(read('select identifier from `groups` where sleep(3) = 0')).rejects.toThrow('sent nothing for 1 s');
});

it('import refuses a missing folder and a database that is not migrated', async () => {
  await expect(run(['/nowhere'])).rejects.toThrow('/nowhere cannot be read.');
  const empty = await createEmptyDatabase();
  await expect(run([world.folder], { DATABASE_URL: empty.url })).rejects.toThrow('leasegate migrate');
  await empty.drop();
});

const load = (groups: string, rejects = world.rejects) => {
  write('groups.ndjson', groups);
  return run([world.folder, '--rejects', rejects]);
};

it('the rejects file is readable by its owner alone, even if an earlier one was not, and goes when nothing is refused', async () => {
  writeFileSync(world.rejects, 'old');
  chmodSync(world.rejects, 0o644);
  await load('{}');
  expect(statSync(world.rejects).mode & 0o777).toBe(0o600);
  expect(world.rejected()).toHaveLength(1);
  await load('{"identifier":"good"}');
  expect(existsSync(world.rejects)).toBe(false);
});

it('the rejects file of a stream is added to, and then readable by its owner alone', () => {
  writeFileSync(world.rejects, '"old"\n');
  chmodSync(world.rejects, 0o644);
  const file = new RejectsFile(world.rejects, 'a');
  file.add({ file: 'changes', line: 1, reason: 'is wrong' }, undefined);
  file.close();
  expect(statSync(world.rejects).mode & 0o777).toBe(0o600);
  expect(world.rejected()).toEqual(['old', { file: 'changes', line: 1, reason: 'is wrong' }]);
});

it('the rejects file is not removed when it is not a regular file', async () => {
  const device = join(world.folder, 'nothing');
  symlinkSync('/dev/null', device);
  await load('{}', device);
  expect(existsSync(device)).toBe(true);
});

it('the rejects file on a full disk ends the import with the name of the file', async () => {
  const device = join(world.folder, 'full');
  symlinkSync('/dev/full', device);
  await expect(load('{}', device)).rejects.toThrow(
    `The rejects file ${device} cannot be written: its disk is full. Make room and run the import again.`,
  );
});

it('a full disk of the database is named as such', async () => {
  const full = execute(world.database.db, "signal sqlstate 'HY000' set mysql_errno = 1114");
  await expect(full).rejects.toThrow('The database has no room left on a disk or in a table space (error 1114).');
});

it('the rejects file cannot be one of the import files', async () => {
  const groups = join(world.folder, 'groups.ndjson');
  write('units.ndjson', '{}');
  await expect(load('{}', groups)).rejects.toThrow('The rejects file is one of the import files');
  expect(existsSync(groups)).toBe(true);
});
