import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runLogged } from './logged-run';
import { findProgram, findServerProgram, type ServerProgram } from './programs';

const NEEDED = 'MySQL 8.0 or newer, or MariaDB 10.6 or newer';

export interface InstallOptions {
  readonly folders: readonly string[];
  /** Takes the installer's log. */
  readonly folder: string;
  readonly isRoot: boolean;
  /** The text of /etc/os-release, empty where there is none. */
  readonly osRelease: string;
  readonly say: (line: string) => void;
}

/**
 * Finds a server program. As root on Debian, installs one if there is none at all: an existing one would be replaced.
 * @throws {Error} whose message says what to do
 */
export async function obtainServerProgram(options: InstallOptions): Promise<ServerProgram> {
  const { folders, isRoot, osRelease } = options;
  const present = await findServerProgram(folders);
  if (present !== undefined) return present;
  refuseUnfit(folders);

  const aptGet = findProgram(folders, 'apt-get');
  if (isRoot && aptGet !== undefined) {
    options.say('No database server found. Installing MariaDB with apt-get, without starting a service …');
    await installWithApt(aptGet, aptArguments(osRelease), join(options.folder, 'install.log'));
    const installed = await findServerProgram(folders);
    if (installed !== undefined) return installed;
    refuseUnfit(folders);
  }
  const command = installCommand(process.platform, osRelease, isRoot);
  const missing = `No database server is installed (needed: ${NEEDED}).`;
  throw new Error(`${missing}\nInstall one${command === undefined ? '' : `:\n\n  ${command}\n`}`);
}

/** Call it when no server program can be used. @throws {Error} when there is one all the same */
function refuseUnfit(folders: readonly string[]): void {
  const unfit = findProgram(folders, 'mariadbd', 'mysqld');
  if (unfit === undefined) return;
  throw new Error(
    `${unfit} is too old or incomplete. Needed: ${NEEDED}, with its client programs.\n` +
      'It is left alone, since it may be in use. Upgrade it, or unpack a newer server into its own folder and ' +
      'put the folders of its programs first on PATH.',
  );
}

const COMMANDS: readonly (readonly [families: readonly string[], command: string])[] = [
  [['fedora', 'rhel', 'centos'], 'dnf install -y mariadb-server'],
  [['suse', 'opensuse'], 'zypper install -y mariadb mariadb-client'],
  [['arch'], 'pacman -S --noconfirm mariadb'],
  [['alpine'], 'apk add mariadb mariadb-client'],
];

/** The text of /etc/os-release, empty where there is none. */
export function osRelease(): string {
  return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}

/**
 * The arguments of apt-get. These packages start no service. The client package has a program that initialising the
 * server needs. Installed packages are neither removed nor upgraded.
 */
export function aptArguments(release: string): string[] {
  // Ubuntu 22.04 has these packages only with their version.
  const suffix = /^UBUNTU_CODENAME="?jammy"?$/m.test(release) ? '-10.6' : '';
  const packages = ['server', 'client'].map((part) => `mariadb-${part}-core${suffix}`);
  return ['install', '-y', '--no-remove', '--no-upgrade', '--no-install-recommends', ...packages];
}

/**
 * The command that installs a server; undefined on an unknown system.
 * @param release the text of /etc/os-release, empty where there is none
 */
export function installCommand(platform: NodeJS.Platform, release: string, isRoot: boolean): string | undefined {
  if (platform === 'darwin') return 'brew install mariadb';
  if (platform !== 'linux') return undefined;
  const families = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, names]) =>
    (names ?? '').split(' '),
  );
  const isAny = (known: readonly string[]) => known.some((family) => families.includes(family));
  const command = isAny(['debian', 'ubuntu'])
    ? `apt-get ${aptArguments(release).join(' ')}`
    : COMMANDS.find(([known]) => isAny(known))?.[1];
  return command !== undefined && !isRoot ? `sudo ${command}` : command;
}

/** Runs `apt-get`. If it fails, updates the package lists and runs it again. @throws {Error} with the end of the log */
export async function installWithApt(aptGet: string, args: readonly string[], log: string): Promise<void> {
  const apt = (...given: string[]) => runLogged('env', ['DEBIAN_FRONTEND=noninteractive', aptGet, ...given], log);
  try {
    await apt(...args);
  } catch {
    await apt('update');
    await apt(...args);
  }
}
