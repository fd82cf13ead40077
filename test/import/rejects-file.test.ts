import { chmodSync, existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { importFolder } from '../../ingest/import/import-folder';
import { RejectsFile } from '../../ingest/import/refusals';
import { execute } from '../../ingest/import/statements';
import { caseForEachTest } from './import-case';

const world = caseForEachTest();

const run = (groups: string, rejects = world.rejects) => {
  writeFileSync(join(world.folder, 'groups.ndjson'), groups);
  return importFolder({ db: world.database.db, folder: world.folder, rejects });
};

it('the rejects file of an earlier run is removed when nothing is refused', async () => {
  await run('{}');
  expect(world.rejected()).toHaveLength(1);
  await run('{"identifier":"good"}');
  expect(existsSync(world.rejects)).toBe(false);
});

it('the rejects file is readable by its owner alone, even if an earlier one was not', async () => {
  writeFileSync(world.rejects, 'old');
  chmodSync(world.rejects, 0o644);
  await run('{}');
  expect(statSync(world.rejects).mode & 0o777).toBe(0o600);
  expect(world.rejected()).toHaveLength(1);
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
  await run('{}', device);
  expect(existsSync(device)).toBe(true);
});

it('the rejects file on a full disk ends the import with the name of the file', async () => {
  const device = join(world.folder, 'full');
  symlinkSync('/dev/full', device);
  await expect(run('{}', device)).rejects.toThrow(
    `The rejects file ${device} cannot be written: its disk is full. Make room and run the import again.`,
  );
});

it('a full disk of the database is named as such', async () => {
  const full = execute(world.database.db, "signal sqlstate 'HY000' set mysql_errno = 1114");
  await expect(full).rejects.toThrow('The database has no room left on a disk or in a table space (error 1114).');
});

it('the rejects file cannot be one of the import files', async () => {
  const groups = join(world.folder, 'groups.ndjson');
  await expect(run('{}', groups)).rejects.toThrow('The rejects file is one of the import files');
  expect(existsSync(groups)).toBe(true);
});
