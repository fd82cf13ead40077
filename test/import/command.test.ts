import { readFileSync, writeFileSync } from 'node:fs';
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
    ['--dates can only be used with CSV files', ['--dates', 'dmy']],
    ['--kind cannot be used with a folder', ['--kind', 'groups']],
  ])('%s: wrong usage', async (message, options) => {
    await world.import(SMALL, { dryRun: true });
    const command = importCommand({ DATABASE_URL: world.database.url })
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    const refused = command.parseAsync([world.folder, ...options], { from: 'user' });
    await expect(refused).rejects.toMatchObject({ name: 'CommanderError', message: `error: ${message}` });
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
