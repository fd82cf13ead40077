import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

import { startGuarded } from '../../tools/local-server/server-process';
import { peakResidentBytes } from '../speed/process-figures';

export interface CommandRun {
  /** From the start of the process to its end. */
  readonly seconds: number;
  /** The most resident memory. */
  readonly bytes: number;
  readonly output: string;
}

export interface CommandOptions {
  /** The built repository. */
  readonly root: string;
  /** Its current directory. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** A file as standard input. */
  readonly input?: string;
}

const SAMPLE_EVERY_MS = 50;

/** Runs `leasegate`. @throws {Error} with its error output, when its exit status is not 0 */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandRun> {
  const { root, folder, databaseUrl, input } = options;
  const began = performance.now();
  const child = startGuarded(() =>
    spawn(process.execPath, [join(root, 'bin/leasegate'), ...args], {
      cwd: folder,
      env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
      stdio: [input === undefined ? 'ignore' : openSync(input, 'r'), 'pipe', 'pipe'],
    }),
  );
  let [output, errors, bytes] = ['', '', 0];
  child.stdout?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)));
  const timer = setInterval(() => (bytes = Math.max(bytes, peakResidentBytes(child.pid ?? 0))), SAMPLE_EVERY_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (status !== 0) throw new Error(`leasegate ${args.join(' ')} ended with ${status}: ${errors}`);
  return { seconds: (performance.now() - began) / 1000, bytes, output };
}
