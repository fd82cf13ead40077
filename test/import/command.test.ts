import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { importCommand } from '../../ingest/cli/import';
import { seedCommand } from '../../ingest/cli/seed';
import { createEmptyDatabase } from '../support/database';
import { ImportCase, SMALL } from './import-case';

describe('the commands import and seed', () => {
  let world: ImportCase;
  let said: string[];
  beforeEach(async () => {
    world = await ImportCase.create();
    said = [];
    for (const method of ['log', 'error'] as const) {
      jest.spyOn(console, method).mockImplementation((...line: unknown[]) => void said.push(line.join(' ')));
    }
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
    await world.end();
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
      await command().parseAsync(['.', '--dry-run'], { from: 'user' });
      expect(world.rejected()).toEqual(kept);
      expect(readFileSync('rejects-dry-run.ndjson', 'utf8')).toContain('is not a JSON object');
    } finally {
      process.chdir(start);
    }
  });

  it('--decimal, --dates and --null say how the cells of CSV files are written', async () => {
    await world.import(SMALL);
    const csv =
      'identifier;group;unit_id;tenants;start_date;end_date;rent\nl1;north;n1;ann;1/2/2026;n/a;1.200,50\nl2;north;n1;ann;(null);3/2/2026;1.200\n';
    writeFileSync(join(world.folder, 'leases.csv'), csv);
    rmSync(join(world.folder, 'leases.ndjson'));
    const nulls = ['--null', 'n/a', '--null', '(null)'];
    await runImport('--delimiter', ';', '--decimal', 'comma', '--dates', 'dmy', ...nulls);
    expect(process.exitCode).toBeUndefined();
    const { leases } = await world.everything();
    expect(leases).toMatchObject([
      { start_date: '2026-02-01', end_date: null, rent: 1200.5 },
      { start_date: null, end_date: '2026-02-03', rent: 1200 },
    ]);
  });

  it.each([
    ['--decimal cannot be used with --from', ['--from', 'mysql://db', '--decimal', 'comma']],
    ['--ignore-columns cannot be used with --from', ['--from', 'mysql://db', '--ignore-columns']],
    ['--source-timeout can only be used with --from', ['--source-timeout', '60']],
  ])('%s', async (message, options) => {
    const command = importCommand({})
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    await expect(command.parseAsync([world.folder, ...options], { from: 'user' })).rejects.toThrow(message);
  });

  it('import refuses a missing folder and a database that is not migrated', async () => {
    const missing = importCommand({ DATABASE_URL: world.database.url });
    await expect(missing.parseAsync(['/nowhere'], { from: 'user' })).rejects.toThrow('/nowhere cannot be read.');
    const empty = await createEmptyDatabase();
    const unfit = importCommand({ DATABASE_URL: empty.url });
    await expect(unfit.parseAsync([world.folder], { from: 'user' })).rejects.toThrow('leasegate migrate');
    await empty.drop();
  });

  it('seed fills only an empty database', async () => {
    const seed = () =>
      seedCommand({ DATABASE_URL: world.database.url }).parseAsync(['--leases', '20', '--groups', '2'], {
        from: 'user',
      });
    await seed();
    expect(await world.identifiers('leases')).toHaveLength(20);
    await expect(seed()).rejects.toThrow('already has groups');
  });
});
