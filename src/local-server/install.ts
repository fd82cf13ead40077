import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { installCommand } from './advice';
import { runLogged } from './logged-run';
import { findProgram, findServerProgram, type ServerProgram } from './programs';

/** The server without its service: nothing starts by itself. The second holds a program that the first one's initialiser needs. */
const DEBIAN_PACKAGES = ['mariadb-server-core', 'mariadb-client-core'];

export interface InstallOptions {
  readonly folders: readonly string[];
  /** Takes the installer's log. */
  readonly folder: string;
  readonly isRoot: boolean;
  readonly say: (line: string) => void;
}

/** Finds a server program, installing Debian's where that may be. @throws {Error} that names the one command to run */
export async function obtainServerProgram(options: InstallOptions): Promise<ServerProgram> {
  const { folders, isRoot } = options;
  const present = await findServerProgram(folders);
  if (present !== undefined) return present;

  const aptGet = findProgram(folders, 'apt-get');
  if (isRoot && aptGet !== undefined) {
    await installDebianPackages(aptGet, options);
    const installed = await findServerProgram(folders);
    if (installed !== undefined) return installed;
  }
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const command = installCommand(process.platform, osRelease, isRoot);
  const missing = 'There is no database server program on this machine (MySQL 8.0 or newer, or MariaDB 10.6 or newer).';
  throw new Error(`${missing}\nInstall one${command === undefined ? '' : `:\n\n  ${command}\n`}`);
}

async function installDebianPackages(aptGet: string, { folder, say }: InstallOptions): Promise<void> {
  say(`No database server program found; installing Debian’s (${DEBIAN_PACKAGES.join(', ')}; no service starts) …`);
  const log = join(folder, 'install.log');
  const apt = (...args: string[]) => runLogged('env', ['DEBIAN_FRONTEND=noninteractive', aptGet, ...args], log);
  const install = () => apt('install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES);
  try {
    await install();
  } catch {
    // The package lists are missing or old.
    await apt('update');
    await install();
  }
}
