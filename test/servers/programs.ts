/** Server programs from another release of Debian, unpacked into a folder of the user. This needs no root and changes nothing else. */

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { runLogged } from '../../tools/local-server/logged-run';
import { findProgram } from '../../tools/local-server/programs';

const MARIADB = {
  title: 'MariaDB',
  packages: ['mariadb-server-core', 'mariadb-client'],
  // The server, and the script that creates its data directory.
  starters: ['usr/sbin/mariadbd', 'usr/bin/mariadb-install-db'],
  // What a start needs, the client and the dump program.
  programs: ['usr/bin/my_print_defaults', 'usr/bin/resolveip', 'usr/bin/mariadb', 'usr/bin/mariadb-dump'],
};

/** The servers that `npm run test:servers` runs the tests on: MariaDB 10.11 and 11.8, and MySQL 9.7. Each is of a release of Debian. */
export const SERVERS = {
  'mariadb-10': { ...MARIADB, release: 'bookworm' },
  mariadb: { ...MARIADB, release: 'trixie' },
  mysql: {
    title: 'MySQL',
    release: 'sid',
    packages: ['mysql-server-core', 'mysql-client-core'],
    starters: ['usr/sbin/mysqld'],
    programs: ['usr/bin/mysql', 'usr/bin/mysqldump'],
  },
};

type PackagedServer = (typeof SERVERS)[keyof typeof SERVERS];

/** Where the programs of a server are kept. */
export const cacheOf = (name: keyof typeof SERVERS): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'leasegate', name);

const DEFAULT_MIRROR = 'http://deb.debian.org/debian/';
/** apt-get refuses a package list without a signature by one of these keys, and a package whose checksum is not in the list. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The folder that holds the server program. The first call downloads and unpacks it with the libraries of its own release.
 * @param folder keeps it for later calls
 * @param folders searched for `apt-get` and `dpkg-deb`
 * @throws {Error} if there is no `apt-get`, or with the end of its log
 */
export async function serverPrograms(
  wanted: PackagedServer,
  folder: string,
  folders: readonly string[],
  say: (line: string) => void,
): Promise<string> {
  const installed = join(folder, wanted.packages.join('+'));
  const programs = join(installed, 'bin');
  if (existsSync(programs)) return programs;
  const aptGet = findProgram(folders, 'apt-get');
  const dpkgDeb = findProgram(folders, 'dpkg-deb');
  if (aptGet === undefined || dpkgDeb === undefined) {
    throw new Error(
      `${wanted.title} is downloaded with Debian’s apt-get and dpkg-deb, which this machine lacks.\n` +
        `Start a ${wanted.title} server yourself and name it in TEST_DATABASE_URL.`,
    );
  }

  say(`Downloading ${wanted.title} from Debian …`);
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(join(folder, 'new-'));
  try {
    const log = join(folder, 'install.log');
    for (const archive of await download(wanted, aptGet, join(unfinished, 'apt'), log)) {
      await runLogged(dpkgDeb, ['--extract', archive, join(unfinished, 'root')], log);
    }
    rmSync(join(unfinished, 'apt'), { recursive: true });
    writeStarters(wanted, unfinished);
    // Another process may have finished first.
    if (!existsSync(installed)) renameSync(unfinished, installed);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return programs;
}

/** Downloads the package and its dependencies with separate package lists, and returns the paths of the archives. */
async function download(wanted: PackagedServer, aptGet: string, folder: string, log: string): Promise<string[]> {
  const archives = join(folder, 'archives');
  for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  const source = `deb [signed-by=${KEYRING}] ${await debianMirror(aptGet)} ${wanted.release} main\n`;
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
  const downloading = ['-y', '--no-install-recommends', '--download-only', 'install'];
  await runLogged(aptGet, [...given, ...downloading, ...wanted.packages], log);
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  return packages.map((name) => join(archives, name));
}

/** The mirror from which this machine gets Debian's packages. */
async function debianMirror(aptGet: string): Promise<string> {
  const args = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
  const { stdout } = await promisify(execFile)(aptGet, args);
  return stdout.split('\n').find((uri) => /\/debian\/?$/.test(uri)) ?? DEFAULT_MIRROR;
}

/** The programs run with the C library of their own release, which may be newer than that of the machine. */
function writeStarters({ starters, programs }: PackagedServer, folder: string): void {
  const root = join(folder, 'root');
  // Debian 12 still has some libraries in `lib`.
  const folders = ['lib', 'usr/lib']
    .filter((name) => existsSync(join(root, name)))
    .flatMap((name) => readdirSync(join(root, name)).map((each) => `${name}/${each}`))
    .filter((name) => name.includes('-linux-'));
  const loader = folders
    .flatMap((name) => readdirSync(join(root, name)).map((each) => `${name}/${each}`))
    .find((path) => basename(path).startsWith('ld-linux'));
  if (loader === undefined) throw new Error(`${folder} has no dynamic loader.`);
  const libraries = folders.map((name) => `$root/${name}`).join(':');
  const loading = `"$root/${loader}" --library-path "${libraries}"`;
  // In its own place, because the initialiser starts it there.
  for (const program of [starters[0]!, ...programs]) {
    renameSync(join(root, program), join(root, `${program}.program`));
    writeScript(join(root, program), '../..', `${loading} "$root/${program}.program" "$@"`);
  }
  mkdirSync(join(folder, 'bin'));
  for (const program of programs)
    writeScript(join(folder, 'bin', basename(program)), '../root', `"$root/${program}" "$@"`);
  for (const program of starters)
    writeScript(join(folder, 'bin', basename(program)), '../root', `"$root/${program}" "$@" --basedir="$root/usr"`);
}

/** @param up from its folder to the root of the unpacked packages, which may be moved as a whole */
function writeScript(path: string, up: string, command: string): void {
  writeFileSync(path, `#!/bin/sh\nroot=$(cd "$(dirname "$0")/${up}" && pwd)\nexec ${command}\n`);
  chmodSync(path, 0o755);
}
