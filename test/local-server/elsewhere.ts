/** Scripts that run the sources in their own process, and the processes that they leave behind. */

import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';

import { commandLine } from '../../tools/local-server/ownership';

const READ_TYPESCRIPT = `require.extensions['.ts'] = (module, file) =>
  module._compile(require('@swc/core').transformFileSync(file, { swcrc: true }).code, file);`;

/** Runs a script that may require the sources, with `folder` as its argument, in its own process group. */
export function runElsewhere(
  script: string,
  folder: string,
  env = process.env,
): ChildProcessByStdio<null, Readable, null> {
  const args = ['-e', `${READ_TYPESCRIPT}\n${script}`, folder];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true, env });
}

/** The IDs of the running processes whose command line satisfies a condition. */
export async function processesWhere(isWanted: (command: string) => boolean): Promise<number[]> {
  const commands = await Promise.all(processIds().map(async (pid) => [pid, await commandLine(pid)] as const));
  return commands.filter(([, command]) => command !== undefined && isWanted(command)).map(([pid]) => pid);
}

function processIds(): number[] {
  const names = existsSync('/proc/self/cmdline')
    ? readdirSync('/proc')
    : execFileSync('ps', ['-ax', '-o', 'pid='], { encoding: 'utf8' }).split('\n');
  return names.map(Number).filter((pid) => pid > 0);
}
