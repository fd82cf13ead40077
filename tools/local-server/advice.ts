/** What to type on this system to get a database server. */

import { existsSync, readFileSync } from 'node:fs';

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
 * What apt-get is given. The server comes without its service, so nothing starts by itself; the second package holds a
 * program that the first one's initialiser needs. Whatever is installed stays as it is, a database server above all.
 */
export function aptArguments(release: string): string[] {
  // Ubuntu 22.04 has these packages under their version alone.
  const suffix = /^UBUNTU_CODENAME="?jammy"?$/m.test(release) ? '-10.6' : '';
  const packages = ['server', 'client'].map((part) => `mariadb-${part}-core${suffix}`);
  return ['install', '-y', '--no-remove', '--no-upgrade', '--no-install-recommends', ...packages];
}

/**
 * The one command that installs a server, undefined on a system that is not known.
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
