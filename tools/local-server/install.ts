import { join } from 'node:path';

import { aptArguments, installCommand } from './advice';
import { installWithApt } from './apt';
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
 * Finds a server program, installing Debian's where that may be: never beside another one, which would be replaced.
 * @throws {Error} that says what to do
 */
export async function obtainServerProgram(options: InstallOptions): Promise<ServerProgram> {
  const { folders, isRoot, osRelease } = options;
  const present = await findServerProgram(folders);
  if (present !== undefined) return present;
  refuseUnfit(folders);

  const aptGet = findProgram(folders, 'apt-get');
  if (isRoot && aptGet !== undefined) {
    options.say('No database server program found; installing MariaDB’s with apt-get (no service starts) …');
    await installWithApt(aptGet, aptArguments(osRelease), join(options.folder, 'install.log'));
    const installed = await findServerProgram(folders);
    if (installed !== undefined) return installed;
    refuseUnfit(folders);
  }
  const command = installCommand(process.platform, osRelease, isRoot);
  const missing = `There is no database server program on this machine (${NEEDED}).`;
  throw new Error(`${missing}\nInstall one${command === undefined ? '' : `:\n\n  ${command}\n`}`);
}

/** @throws {Error} when there is a server program, to be called once it is known that none can be used */
function refuseUnfit(folders: readonly string[]): void {
  const unfit = findProgram(folders, 'mariadbd', 'mysqld');
  if (unfit === undefined) return;
  throw new Error(
    `${unfit} is too old or not complete: this needs ${NEEDED}, with its client programs.\n` +
      'It is left as it is, for it may be in use. Upgrade it, or unpack a newer server into a folder of its own and ' +
      'put the folders of its programs first on PATH.',
  );
}
