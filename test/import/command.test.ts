import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { importCommand } from '../../src/cli/import';
import { seedCommand } from '../../src/cli/seed';
import { createEmptyDatabase } from '../support/database';
import { ImportCase, SMALL } from './import-case';

describe('the commands import and seed', () => {
  let world: ImportCase;
  let said: string[];
  beforeEach(async () => {
    world = await ImportCase.create();
    said = [];
    for (const door of ['log', 'error'] as const) {
      jest.spyOn(console, door).mockImplementation((...line: unknown[]) => void said.push(line.join(' ')));
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

  it('import prints each refusal at once without its content, writes it to the rejects file, and fails', async () => {
    const lines = Array.from({ length: 25 }, (_, index) => `{"identifier":"secret${index}"`);
    writeFileSync(join(world.folder, 'groups.ndjson'), [...lines, '{"identifier":"good"}'].join('\n'));
    const keptByThen: number[] = [];
    jest.mocked(console.error).mockImplementation((line: string) => {
      said.push(line);
      keptByThen.push(world.rejected().length);
    });
    await runImport();
    expect(process.exitCode).toBe(1);
    expect(keptByThen.slice(0, 25)).toEqual(lines.map((_, index) => index + 1));
    expect(said.filter((line) => line.startsWith('groups.ndjson:'))).toHaveLength(25);
    expect(said.join()).not.toContain('secret');
    expect(world.rejected()).toHaveLength(25);
    expect(await world.identifiers('groups')).toEqual(['good']);
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
