/** A database server of one's own: in a folder, on 127.0.0.1 and a free port, apart from any other server of the machine. */

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { osRelease } from './advice';
import { prepareDataDirectory, SMALL_FILES } from './data-directory';
import { freePort } from './free-port';
import { obtainServerProgram } from './install';
import { claimFolder, endLeftover } from './ownership';
import { programFolders, type ServerProgram } from './programs';
import { ServerProcess } from './server-process';

const PRIVATE_AND_QUICK = [
  '--bind-address=127.0.0.1',
  '--loose-mysqlx=OFF',
  '--skip-log-bin',
  '--performance-schema=OFF',
  // A crash of the machine may cost the last second; a crash of the server costs nothing.
  '--innodb-flush-log-at-trx-commit=2',
  // Taken as it is used: 100,000 leases with all their indexes stay in memory.
  '--innodb-buffer-pool-size=512M',
];

export interface LocalServerOptions {
  /** Holds all that the server needs; what is there from an earlier run is used again. */
  readonly folder: string;
  /** Searched for a server program, as the variable `PATH`. */
  readonly path: string;
  /** Takes the one line that says that something is being installed. */
  readonly say: (line: string) => void;
  /** Further options of the server program. */
  readonly serverOptions?: readonly string[];
}

export interface LocalServer {
  /** `mysql://user:password@127.0.0.1:port`, without a database. The password is new at every start. */
  readonly url: string;
  readonly program: ServerProgram;
  stop(): Promise<void>;
}

/**
 * Starts the server and waits until it answers. It ends with {@link LocalServer.stop}, and by itself when this process dies.
 * @throws {Error} when there is none to start (the message names the command that gets one), the folder is in use,
 * or it does not start
 */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  const giveBack = await claimFolder(folder);
  try {
    const folders = programFolders(options.path);
    const program = await obtainServerProgram({ folders, folder, isRoot, osRelease: osRelease(), say: options.say });
    const server = await launch(program, folder, isRoot ? ['--user=root'] : [], options.serverOptions);
    const stop = () => server.stop().finally(giveBack);
    return { url: server.url, program, stop };
  } catch (error) {
    giveBack();
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
    // Within the data directory, for a full path may be longer than the kernel takes.
    '--socket=server.sock',
    `--port=${port}`,
    `--init-file=${accountFile}`,
    `--secure-file-priv=${folder}`,
    // In a folder that servers share, MariaDB removes the temporary tables of the others when it starts.
    `--tmpdir=${temporary}`,
  ];
  const args = ['--no-defaults', ...userArgs, ...own, ...SMALL_FILES, ...PRIVATE_AND_QUICK, ...further];
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
