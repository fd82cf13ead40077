/** MySQL's server program from Debian, unpacked into a folder of the user: needs no root and changes nothing else. */

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { runLogged } from '../../tools/local-server/logged-run';
import { findProgram } from '../../tools/local-server/programs';

/** The only release of Debian that has MySQL. */
const RELEASE = 'sid';
const PACKAGE = 'mysql-server-core';
const DEFAULT_MIRROR = 'http://deb.debian.org/debian/';
/** apt-get refuses a package list that none of these keys has signed, and a package whose checksum is not in the list. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The folder that holds `mysqld`. The first call downloads and unpacks it with the libraries of its own release.
 * @param folder keeps it for later calls
 * @param folders searched for `apt-get` and `dpkg-deb`
 * @throws {Error} when there is no `apt-get`, or with the end of its log
 */
export async function mysqlPrograms(
  folder: string,
  folders: readonly string[],
  say: (line: string) => void,
): Promise<string> {
  const installed = join(folder, 'installed');
  const programs = join(installed, 'bin');
  if (existsSync(programs)) return programs;
  const aptGet = findProgram(folders, 'apt-get');
  const dpkgDeb = findProgram(folders, 'dpkg-deb');
  if (aptGet === undefined || dpkgDeb === undefined) {
    throw new Error(
      'MySQL is downloaded with Debian’s apt-get and dpkg-deb, which this machine lacks.\n' +
        'Start a MySQL server yourself and name it in TEST_DATABASE_URL.',
    );
  }

  say('Downloading MySQL from Debian …');
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(join(folder, 'new-'));
  try {
    const log = join(folder, 'install.log');
    for (const archive of await download(aptGet, join(unfinished, 'apt'), log)) {
      await runLogged(dpkgDeb, ['--extract', archive, join(unfinished, 'root')], log);
    }
    rmSync(join(unfinished, 'apt'), { recursive: true });
    writeStarter(unfinished);
    // Another process may have finished first.
    if (!existsSync(installed)) renameSync(unfinished, installed);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return programs;
}

/** Downloads the package with all that it needs, with package lists of its own, and returns the paths of the archives. */
async function download(aptGet: string, folder: string, log: string): Promise<string[]> {
  const archives = join(folder, 'archives');
  for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  const source = `deb [signed-by=${KEYRING}] ${await debianMirror(aptGet)} ${RELEASE} main\n`;
  writeFileSync(join(folder, 'sources.list'), source);
  const options = {
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State': folder,
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': folder,
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
  };
  const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await runLogged(aptGet, [...given, 'update'], log);
  await runLogged(aptGet, [...given, '-y', '--no-install-recommends', '--download-only', 'install', PACKAGE], log);
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(archives, name));
}

/** The mirror that this machine takes Debian's packages from. */
async function debianMirror(aptGet: string): Promise<string> {
  const args = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
  const { stdout } = await promisify(execFile)(aptGet, args);
  return stdout.split('\n').find((uri) => /\/debian\/?$/.test(uri)) ?? DEFAULT_MIRROR;
}

/** The program runs with the C library of its own release, which may be newer than that of the machine. */
function writeStarter(folder: string): void {
  const libraries = readdirSync(join(folder, 'root/usr/lib')).find((name) => name.includes('-linux-')) ?? '';
  const inLibraries = readdirSync(join(folder, 'root/usr/lib', libraries));
  const loader = inLibraries.find((name) => name.startsWith('ld-linux'));
  if (loader === undefined) throw new Error(`${folder} has no dynamic loader.`);
  mkdirSync(join(folder, 'bin'));
  const script = `#!/bin/sh
root=$(cd "$(dirname "$0")/../root" && pwd)
libraries=$root/usr/lib/${libraries}
exec "$libraries/${loader}" --library-path "$libraries" "$root/usr/sbin/mysqld" "$@" --basedir="$root/usr"
`;
  writeFileSync(join(folder, 'bin/mysqld'), script);
  chmodSync(join(folder, 'bin/mysqld'), 0o755);
}
