/** A private database server: in its own folder, on 127.0.0.1 and a free port, separate from any other server on the machine. */

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { obtainServerProgram, osRelease } from './install';
import { prepareDataDirectory, SMALL_FILES } from './data-directory';
import { freePort } from './free-port';
import { claimFolder, endLeftover } from './ownership';
import { programFolders, type ServerProgram } from './programs';
import { ServerProcess } from './server-process';

const SERVER_OPTIONS = [
  '--bind-address=127.0.0.1',
  '--loose-mysqlx=OFF',
  '--skip-log-bin',
  '--performance-schema=OFF',
  // A crash of the machine may lose the last second; a crash of the server loses nothing.
  '--innodb-flush-log-at-trx-commit=2',
  // Allocated on use. Holds 100,000 leases with all their indexes.
  '--innodb-buffer-pool-size=512M',
];

export interface LocalServerOptions {
  /** Holds all files of the server. Those of an earlier run are used again. */
  readonly folder: string;
  /** Where to look for a server program, in the form of `PATH`. */
  readonly path: string;
  /** Prints the line that says that something is being installed. */
  readonly say: (line: string) => void;
  /** Additional options of the server program. */
  readonly serverOptions?: readonly string[];
}

export interface LocalServer {
  /** `mysql://user:password@127.0.0.1:port`, without a database. The password is new at every start. */
  readonly url: string;
  readonly program: ServerProgram;
  stop(): Promise<void>;
}

/**
 * Starts the server and waits until it answers. It also ends by itself when this process dies.
 * @throws {Error} when no server is installed (the message has the command that installs one), when the folder is in use,
 * and when the server does not start
 */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  const release = await claimFolder(folder);
  try {
    const folders = programFolders(options.path);
    const program = await obtainServerProgram({ folders, folder, isRoot, osRelease: osRelease(), say: options.say });
    const server = await launch(program, folder, isRoot ? ['--user=root'] : [], options.serverOptions);
    const stop = () => server.stop().finally(release);
    return { url: server.url, program, stop };
  } catch (error) {
    release();
    throw error;
  }
}

async function launch(program: ServerProgram, folder: string, userArgs: string[], further: readonly string[] = []) {
  const dataDirectory = await prepareDataDirectory(program, folder, userArgs);
  const pidFile = join(folder, 'server.pid');
  await endLeftover(pidFile, dataDirectory);

  const password = randomBytes(18).toString('base64url');
  const accountFile = join(folder, 'account.sql');
  writeFileSync(accountFile, `alter user 'root'@'localhost' identified by '${password}';\n`, { mode: 0o600 });
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const port = await freePort();
  const url = `mysql://root:${password}@127.0.0.1:${port}`;
  const own = [
    `--datadir=${dataDirectory}`,
    `--pid-file=${pidFile}`,
    // Relative to the data directory, because a full path may exceed the kernel's limit.
    '--socket=server.sock',
    `--port=${port}`,
    `--init-file=${accountFile}`,
    `--secure-file-priv=${folder}`,
    // In a shared folder, MariaDB removes the temporary tables of other servers when it starts.
    `--tmpdir=${temporary}`,
  ];
  const args = ['--no-defaults', ...userArgs, ...own, ...SMALL_FILES, ...SERVER_OPTIONS, ...further];
  const server = ServerProcess.spawn(program.path, args, join(folder, 'server.log'));
  try {
    await server.answers(url);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    rmSync(accountFile);
  }
  return { url, stop: () => server.stop() };
}
