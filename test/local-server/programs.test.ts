import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findServerProgram, programFolders } from '../../tools/local-server/programs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'leasegate-programs-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function program(folder: string, name: string, version: string): string {
  mkdirSync(join(root, folder), { recursive: true });
  const path = join(root, folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${path}  Ver ${version}'\n`);
  chmodSync(path, 0o755);
  return path;
}

const find = (...folders: string[]) => findServerProgram(folders.map((folder) => join(root, folder)));

test('MySQL’s server needs no other program', async () => {
  const path = program('sbin', 'mysqld', '9.7.4 for Linux on x86_64');
  expect(await find('bin', 'sbin')).toEqual({ kind: 'mysql', version: '9.7', path });
});

test('MariaDB’s server needs its initialiser and the program that this needs', async () => {
  const path = program('sbin', 'mariadbd', '10.11.19-MariaDB for debian-linux-gnu');
  const initialiser = program('bin', 'mariadb-install-db', '');
  expect(await find('sbin', 'bin')).toBeUndefined();
  program('bin', 'my_print_defaults', '');
  expect(await find('sbin', 'bin')).toEqual({ kind: 'mariadb', version: '10.11', path, initialiser });
});

test('a server that is too old or does not run is skipped', async () => {
  program('old', 'mysqld', '5.7.44 for Linux');
  program('broken', 'mysqld', '');
  writeFileSync(join(root, 'broken', 'mysqld'), 'not a program');
  const path = program('new', 'mysqld', '8.0.36 for Linux');
  expect(await find('missing', 'old', 'broken', 'new')).toMatchObject({ path });
});

test('the user’s path comes before the usual folders', () => {
  const folders = programFolders('/home/me/bin:/usr/sbin:');
  expect(folders.slice(0, 2)).toEqual(['/home/me/bin', '/usr/sbin']);
  expect(folders.filter((folder) => folder === '/usr/sbin')).toHaveLength(1);
});
