import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { importCommand } from '../../ingest/cli/import';
import { createEmptyDatabase } from '../support/database';
import { eachTest, type ImportCase, SMALL } from './import-case';

describe('the command import', () => {
  let world: ImportCase;
  let said: string[];
  eachTest((empty) => (world = empty));
  beforeEach(() => {
    said = [];
    for (const method of ['log', 'error'] as const) {
      jest.spyOn(console, method).mockImplementation((...line: unknown[]) => void said.push(line.join(' ')));
    }
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
  });

  const runImport = (...options: string[]) =>
    importCommand({ DATABASE_URL: world.database.url }).parseAsync(
      [world.folder, '--rejects', world.rejects, ...options],
      { from: 'user' },
    );

  it('import prints what it did', async () => {
    await world.import(SMALL, { dryRun: true });
    await runImport();
    expect(process.exitCode).toBeUndefined();
    expect(said).toEqual([
      'groups: 2 read, 2 inserted',
      'units: 2 read, 2 inserted',
      'tenants: 3 read, 3 inserted',
      'leases: 1 read, 1 inserted',
      expect.stringMatching(/^Done in /),
    ]);
  });

  it('import prints the first refusal of its kind at once, counts the others, keeps all with their content, and fails', async () => {
    const lines = Array.from({ length: 25 }, (_, index) => `{"identifier":"secret${index}"`);
    const rest = ['{"identifier":"good"}', '{"identifier":"secret","external_ref":7}'];
    writeFileSync(join(world.folder, 'groups.ndjson'), [...lines, ...rest].join('\n'));
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
      'groups.ndjson: 24 more like line 1: is not valid JSON',
      'groups: 27 read, 1 inserted, 26 refused',
      expect.stringMatching(/^Done in /),
      expect.stringMatching(/^The refused records are in .*, with their content.$/),
    ]);
    expect(keptByThen[0]).toBe(1);
    expect(world.rejected()).toHaveLength(26);
    expect(await world.identifiers('groups')).toEqual(['good']);
  });

  it.each([
    ['1', undefined],
    ['0', 1],
    ['50%', undefined],
    ['49.9%', 1],
  ])('--max-refused %s of one refused record in two: exit status %s', async (limit, status) => {
    writeFileSync(join(world.folder, 'groups.ndjson'), '{"identifier":"good"}\n{}');
    await runImport('--max-refused', limit);
    expect(process.exitCode).toBe(status);
  });

  it('a dry run keeps the rejects file of an import', async () => {
    const start = process.cwd();
    const command = () => importCommand({ DATABASE_URL: world.database.url });
    writeFileSync(join(world.folder, 'groups.ndjson'), '{}');
    try {
      process.chdir(world.folder);
      await command().parseAsync(['.'], { from: 'user' });
      const kept = world.rejected();
      writeFileSync('groups.ndjson', '[]');
      process.exitCode = undefined;
      await command().parseAsync(['.', '--dry-run'], { from: 'user' });
      expect(process.exitCode).toBe(1);
      expect(world.rejected()).toEqual(kept);
      expect(readFileSync('rejects-dry-run.ndjson', 'utf8')).toContain('is not a JSON object');
    } finally {
      process.chdir(start);
    }
  });

  it.each([
    ['--decimal cannot be used with --from', ['--from', 'mysql://db', '--decimal', 'comma']],
    ['--source-timeout can only be used with --from', ['--source-timeout', '60']],
    ['--null cannot be used with --from', ['--from', 'mysql://db', '--null', 'NULL']],
    ['--kind cannot be used with --from', ['--from', 'mysql://db', '--kind', 'groups']],
    ['--ignore-columns cannot be used with --from', ['--from', 'mysql://db', '--ignore-columns']],
    [
      "option '--late-seconds <n>' argument 'x' is invalid. It must be a whole number from 0 to 86400.",
      ['-', '--late-seconds', 'x'],
    ],
    ['--late-lines can only be used with -', ['--late-lines', '5']],
    ['--late-seconds can only be used with -', ['--from', 'mysql://db', '--late-seconds', '5']],
    ...[
      ['--prune'],
      ['--dry-run'],
      ['--json'],
      ['--max-refused', '1'],
      ['--delimiter', ';'],
      ['--from', 'mysql://db'],
    ].map((options): [string, string[]] => [`${options[0]} cannot be used with -`, ['-', ...options]]),
    [
      "option '--delimiter <character>' argument '\"' is invalid. It must be one ASCII character, or tab.",
      ['--delimiter', '"'],
    ],
    [
      "option '--max-prune <limit>' argument '101%' is invalid. It must be a number such as 500, or a share such as 10%.",
      ['--max-prune', '101%'],
    ],
    [
      "option '--source-timeout <seconds>' argument '0' is invalid. It must be a whole number from 1 to 86400.",
      ['--from', 'mysql://db', '--source-timeout', '0'],
    ],
  ])('%s: wrong usage', async (message, options) => {
    await world.import(SMALL, { dryRun: true });
    const command = importCommand({ DATABASE_URL: world.database.url })
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    const path = options[0] === '-' ? [] : [world.folder];
    const refused = command.parseAsync([...path, ...options], { from: 'user' });
    await expect(refused).rejects.toMatchObject({ name: 'CommanderError', message: `error: ${message}` });
  });

  it('every option of CSV files is in force, also repeated and with several values', async () => {
    await world.import(SMALL);
    const csv = [
      'identifier|group|unit_id|tenants|start_date|end_date|move_in_date|rent|colour|size',
      'l9|north|n1|ann;bob|03/04/2024|NULL|n/a|1.200,5|red|7',
    ].map((line) => line.replaceAll('|', '\t'));
    rmSync(join(world.folder, 'groups.ndjson'));
    writeFileSync(join(world.folder, 'agreements.csv'), csv.join('\n'));
    const formats = ['--delimiter', 'tab', '--decimal', 'comma', '--dates', 'dmy', '--null', 'NULL', '--null', 'n/a'];
    await importCommand({ DATABASE_URL: world.database.url }).parseAsync(
      [join(world.folder, 'agreements.csv'), '--kind', 'leases', '--ignore-columns', 'colour,size', ...formats],
      { from: 'user' },
    );
    expect(said.slice(0, -1)).toEqual(['leases: 1 read, 1 inserted', 'leases: ignored the columns colour, size']);
    const { leases } = await world.everything();
    const values = { start_date: '2024-04-03', end_date: null, move_in_date: null, rent: 1200.5 };
    expect(leases.at(-1)).toMatchObject({ identifier: 'l9', ...values });
  });

  it('what was pruned, kept and not pruned is printed, with status 1 whatever --max-refused allows', async () => {
    await world.import(SMALL);
    const files = {
      'groups.ndjson': [],
      'units.ndjson': [],
      'tenants.ndjson': [{}, { identifier: 'ann', group: 'north', phone_number: 'none' }],
    };
    const before = await world.everything();
    await world.import(files, { dryRun: true, maxPrune: { percent: 100 } });
    await expect(runImport('--prune')).rejects.toThrow('groups.ndjson holds no records');
    const options = ['--prune', '--max-prune', '100%', '--max-refused', '100%'];
    const kept = 'is no longer in the file, but still in use: kept';
    const refusals = [
      { file: 'tenants.ndjson', line: 1, reason: '`identifier` is missing; `group` is missing', count: 1 },
      { file: 'units.ndjson', line: null, reason: kept, count: 1 },
      { file: 'groups.ndjson', line: null, reason: kept, count: 2 },
    ];
    said = [];
    await runImport(...options, '--dry-run');
    expect(process.exitCode).toBe(1);
    expect(said).toEqual([
      'tenants.ndjson:1: `identifier` is missing; `group` is missing',
      `units.ndjson: a record ${kept}`,
      `groups.ndjson: a record ${kept}`,
      `groups.ndjson: 1 more in the same way: ${kept}`,
      'groups: 0 read, 2 kept',
      'units: 0 read, 1 pruned, 1 kept',
      'tenants: 2 read, 1 updated, 1 refused',
      'No tenants were pruned: an identifier in the file cannot be read.',
      'tenants: 1 with a phone number that no lookup is likely to find',
      'Only checked: nothing was changed.',
      `The refused records are in ${world.rejects}, with their content.`,
    ]);
    expect(await world.everything()).toEqual(before);
    for (const dryRun of [true, false]) {
      said = [];
      await runImport(...options, '--json', ...(dryRun ? ['--dry-run'] : []));
      const json = JSON.parse(said.find((line) => line.startsWith('{'))!) as object;
      const none = { inserted: 0, updated: 0, unchanged: 0, refused: 0, pruned: 0, kept: 0 };
      expect(json).toEqual({
        ...{
          complete: false,
          dryRun,
          seconds: expect.any(Number),
          notPruned: ['tenants'],
          unlikelyPhones: 1,
          refusals,
        },
        kinds: {
          groups: { ...none, read: 0, kept: 2 },
          units: { ...none, read: 0, pruned: 1, kept: 1 },
          tenants: { ...none, read: 2, updated: 1, refused: 1 },
        },
      });
    }
  });

  it.each([
    [{ 'units.ndjson': SMALL['units.ndjson'].slice(1) }, 'units: 1 read, 1 unchanged, 1 kept'],
    [{ 'tenants.ndjson': [{}, ...SMALL['tenants.ndjson']] }, 'tenants: 4 read, 3 unchanged, 1 refused'],
  ])('each of these alone ends with status 1: %j', async (files, line) => {
    await world.import({ ...SMALL, ...files }, { dryRun: true });
    for (const [name, records] of Object.entries(SMALL))
      writeFileSync(join(world.folder, name), records.map((record) => JSON.stringify(record)).join('\n'));
    await runImport();
    await world.import({ ...SMALL, ...files }, { dryRun: true });
    await runImport('--prune', '--max-prune', '100%', '--max-refused', '50%');
    expect(said).toContain(line);
    expect(process.exitCode).toBe(1);
  });

  it('--from reads a database with its own password or SOURCE_DATABASE_PASSWORD, for as long as --source-timeout allows', async () => {
    await world.import(SMALL);
    const url = new URL(world.database.url);
    const environment = { DATABASE_URL: url.href, SOURCE_DATABASE_PASSWORD: decodeURIComponent(url.password) };
    url.password = '';
    const args = [world.folder, '--rejects', world.rejects, '--from', url.href, '--source-timeout', '1', '--json'];
    const read = (query: string) => {
      writeFileSync(join(world.folder, 'groups.sql'), query);
      return importCommand(environment).parseAsync(args, { from: 'user' });
    };
    await read('select identifier, external_ref from `groups`');
    expect(JSON.parse(said.at(-1)!)).toMatchObject({ complete: true, kinds: { groups: { read: 2, unchanged: 2 } } });
    const own = [...args.slice(0, 4), world.database.url, '--json'];
    const wrong = { ...environment, SOURCE_DATABASE_PASSWORD: 'wrong' };
    await importCommand(wrong).parseAsync(own, { from: 'user' });
    expect(JSON.parse(said.at(-1)!)).toMatchObject({ complete: true });
    await expect(read('select identifier from `groups` where sleep(3) = 0')).rejects.toThrow('sent nothing for 1 s');
  });

  it('import refuses a missing folder and a database that is not migrated', async () => {
    const missing = importCommand({ DATABASE_URL: world.database.url });
    await expect(missing.parseAsync(['/nowhere'], { from: 'user' })).rejects.toThrow('/nowhere cannot be read.');
    const empty = await createEmptyDatabase();
    const unfit = importCommand({ DATABASE_URL: empty.url });
    await expect(unfit.parseAsync([world.folder], { from: 'user' })).rejects.toThrow('leasegate migrate');
    await empty.drop();
  });
});
