/**
 * `npm run mysql` and `npm run mariadb`: runs a server of another release of Debian for tests and measurements until Ctrl-C.
 * With `-- COMMAND …` it runs the command with the server's URL in `TEST_DATABASE_URL` and its programs in
 * `TEST_DATABASE_PROGRAMS`, and stops the server when the command ends. `npm run test:servers` runs a command with each server.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programFolders } from '../../tools/local-server/programs';
import { startLocalServer } from '../../tools/local-server/start';
import { cacheOf, SERVERS, serverPrograms } from './programs';

/** The defaults of MySQL, which a private server usually changes to be faster. */
const AS_BY_DEFAULT = ['--performance-schema=ON', '--log-bin=binlog', '--sync-binlog=0'];

/** Returns the exit status. */
async function main([name = '', command, ...args]: readonly string[]): Promise<number> {
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  if (name in SERVERS) return await withServer(name as Name, command, args, stopped);
  if (name !== 'each') throw new Error(`Name a server: ${Object.keys(SERVERS).join(', ')} or each.`);
  const failed: string[] = [];
  for (const each of Object.keys(SERVERS) as Name[])
    if ((await withServer(each, command, args, stopped)) !== 0) failed.push(each);
  console.log(failed.length === 0 ? 'Every server passed.' : `Failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

type Name = keyof typeof SERVERS;

async function withServer(name: Name, command: string | undefined, args: string[], stopped: Promise<unknown>) {
  const say = (line: string) => console.log(line);
  const path = await serverPrograms(SERVERS[name], cacheOf(name), programFolders(process.env.PATH ?? ''), say);
  const folder = mkdtempSync(join(tmpdir(), `leasegate-${name}-`));
  try {
    const server = await startLocalServer({ folder, path, say, serverOptions: AS_BY_DEFAULT });
    say(`${SERVERS[name].title} ${server.program.version} at ${server.url}`);
    try {
      if (command !== undefined) {
        const env = { ...process.env, TEST_DATABASE_URL: server.url, TEST_DATABASE_PROGRAMS: path };
        const child = spawn(command, args, { stdio: 'inherit', env });
        void stopped.then(() => child.kill());
        const [status] = (await once(child, 'exit')) as [number | null];
        return status ?? 1;
      }
      // A listener for a signal does not keep a process alive.
      const alive = setInterval(() => undefined, 60_000);
      await stopped;
      clearInterval(alive);
      return 0;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).then(
  (status) => (process.exitCode = status),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
