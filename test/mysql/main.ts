/**
 * `npm run mysql`: a MySQL server for tests and measurements, until Ctrl-C.
 * `npm run mysql -- COMMAND …`: the command with the server's URL in `TEST_DATABASE_URL`, and no longer than the command runs.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { programFolders } from '../../tools/local-server/programs';
import { startLocalServer } from '../../tools/local-server/start';
import { mysqlPrograms } from './programs';

/** The defaults of MySQL that a private server usually leaves out to be quick. */
const AS_BY_DEFAULT = ['--performance-schema=ON', '--log-bin=binlog', '--sync-binlog=0'];

/** Returns the exit status. */
async function main([command, ...args]: readonly string[]): Promise<number> {
  const say = (line: string) => console.log(line);
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'leasegate', 'mysql');
  const path = await mysqlPrograms(cache, programFolders(process.env.PATH ?? ''), say);
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-mysql-'));
  try {
    const server = await startLocalServer({ folder, path, say, serverOptions: AS_BY_DEFAULT });
    say(`MySQL ${server.program.version} at ${server.url}`);
    try {
      if (command !== undefined) return await run(command, args, server.url, stopped);
      await stopped;
      return 0;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(command: string, args: string[], url: string, stopped: Promise<unknown>): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } });
  void stopped.then(() => child.kill());
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}

main(process.argv.slice(2)).then(
  (status) => (process.exitCode = status),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
