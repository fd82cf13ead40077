/** Finds a database server program on this machine. */

import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface ServerProgram {
  readonly kind: 'mariadb' | 'mysql';
  /** Such as `10.11`. */
  readonly version: string;
  readonly path: string;
  /** The program that creates MariaDB's data directory; MySQL's server does so itself. */
  readonly initialiser?: string;
}

/** Where servers are installed that are not on the PATH of ordinary users. */
const USUAL_FOLDERS = [
  '/usr/sbin',
  '/usr/libexec',
  '/usr/bin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/local/libexec',
  '/usr/local/mysql/bin',
  '/usr/local/mariadb/bin',
  '/usr/local/opt/mariadb/bin',
  '/usr/local/opt/mysql/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/opt/mariadb/bin',
  '/opt/homebrew/opt/mysql/bin',
];

/** The folders to search, in order: those of `path` (as the variable `PATH`), then the usual ones. */
export function programFolders(path: string): string[] {
  return [...new Set([...path.split(delimiter).filter((folder) => folder !== ''), ...USUAL_FOLDERS])];
}

/** The path of the first program with one of these names; undefined when there is none. */
export function findProgram(folders: readonly string[], ...names: string[]): string | undefined {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The first complete server of a supported version: MySQL 8.0 or newer, MariaDB 10.6 or newer. Undefined when there is none. */
export async function findServerProgram(folders: readonly string[]): Promise<ServerProgram | undefined> {
  for (const path of folders.flatMap((folder) => [join(folder, 'mariadbd'), join(folder, 'mysqld')])) {
    const program = isProgram(path) ? await inspect(path, folders) : undefined;
    if (program !== undefined) return program;
  }
  return undefined;
}

async function inspect(path: string, folders: readonly string[]): Promise<ServerProgram | undefined> {
  const answer = await promisify(execFile)(path, ['--no-defaults', '--version']).catch(() => undefined);
  const [, major, minor] = /Ver (\d+)\.(\d+)/.exec(answer?.stdout ?? '') ?? [];
  if (answer === undefined || major === undefined || minor === undefined) return undefined;
  const found = { path, version: `${major}.${minor}` };
  const number = Number(major) * 100 + Number(minor);

  if (!answer.stdout.includes('MariaDB')) return number >= 800 ? { kind: 'mysql', ...found } : undefined;
  const nearby = [dirname(path), join(dirname(path), '../bin'), join(dirname(path), '../scripts'), ...folders];
  const initialiser = findProgram(nearby, 'mariadb-install-db', 'mysql_install_db');
  // The initialiser needs this program, which Debian packages with the client.
  const complete = initialiser !== undefined && findProgram(nearby, 'my_print_defaults') !== undefined;
  return complete && number >= 1006 ? { kind: 'mariadb', ...found, initialiser } : undefined;
}
