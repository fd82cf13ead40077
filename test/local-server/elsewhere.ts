/** Scripts that run the sources in their own process. */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

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
