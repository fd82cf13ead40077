/** What to type on this system to get a database server. */

const COMMANDS: readonly (readonly [families: readonly string[], command: string])[] = [
  [['debian', 'ubuntu'], 'apt-get install -y --no-install-recommends mariadb-server-core mariadb-client-core'],
  [['fedora', 'rhel', 'centos'], 'dnf install -y mariadb-server'],
  [['suse', 'opensuse'], 'zypper install -y mariadb mariadb-client'],
  [['arch'], 'pacman -S --noconfirm mariadb'],
  [['alpine'], 'apk add mariadb mariadb-client'],
];

/**
 * The one command that installs a server, undefined on a system that is not known.
 * @param osRelease the text of /etc/os-release, empty where there is none
 */
export function installCommand(platform: NodeJS.Platform, osRelease: string, isRoot: boolean): string | undefined {
  if (platform === 'darwin') return 'brew install mariadb';
  if (platform !== 'linux') return undefined;
  const families = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, names]) =>
    (names ?? '').split(' '),
  );
  const command = COMMANDS.find(([known]) => known.some((family) => families.includes(family)))?.[1];
  return command !== undefined && !isRoot ? `sudo ${command}` : command;
}
