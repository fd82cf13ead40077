import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { runLogged } from './logged-run';
import type { ServerProgram } from './programs';

/** Small files for little data, since every test run creates a server. Each server ignores the option of the other. */
export const SMALL_FILES = ['--loose-innodb-redo-log-capacity=32M', '--loose-innodb-log-file-size=32M'];

/**
 * Creates the data directory in `folder` if there is none, and returns its path. Each version of each server has its own,
 * so an upgrade never finds files that it cannot read. An incomplete directory is created again.
 */
export async function prepareDataDirectory(
  program: ServerProgram,
  folder: string,
  userArgs: string[],
): Promise<string> {
  const directory = join(folder, `${program.kind}-${program.version}`);
  if (existsSync(directory)) return directory;
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  // In a shared folder, MariaDB removes the temporary tables of other servers, which then crash.
  const temporary = mkdtempSync(join(folder, 'initialise-'));
  const own = [`--datadir=${unfinished}`, `--tmpdir=${temporary}`];
  const common = ['--no-defaults', ...userArgs, ...own, ...SMALL_FILES];
  const log = join(folder, 'initialise.log');
  if (program.initialiser === undefined) {
    await runLogged(program.path, [...common, '--initialize-insecure'], log);
  } else {
    // Leaves one account, which has no password until the server starts with one.
    const account = ['--auth-root-authentication-method=socket', '--auth-root-socket-user=root', '--skip-test-db'];
    await runLogged(program.initialiser, [...common, ...account], log);
  }
  rmSync(temporary, { recursive: true });
  renameSync(unfinished, directory);
  return directory;
}
