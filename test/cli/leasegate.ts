/** Runs the program like a user: the file that `bin` names, in its own process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { look } from '../support/canary-watch';
import { servingUrl } from '../support/serving-account';

const ROOT = join(__dirname, '..', '..');

export type Environment = Readonly<Record<string, string>>;

/** A program other than that of the checkout. */
export interface Program {
  readonly path: string;
  readonly nodeOptions: string;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. @param input for standard input */
export async function leasegate(
  args: readonly string[],
  env: Environment = {},
  input = '',
  program?: Program,
): Promise<Ended> {
  const child = start(args, env, 'pipe', program);
  // A command that does not read may end before the input is written.
  child.stdin?.on('error', () => undefined).end(input);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout: stdout(), stderr: stderr() };
}

export interface Serving {
  readonly url: string;
  readonly adminUrl: string;
  readonly pid: number;
  /** Its output so far. */
  stdout(): string;
  /** Closes the pipe that it writes to. */
  stopListening(): void;
  /** Sends the signal and waits for the exit status. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `leasegate serve` on free ports, with a read-only account, and waits until it listens. @throws {Error} with its output when it ends first */
export function serve(env: Environment, program?: Program): Promise<Serving> {
  const { DATABASE_URL = '' } = env;
  // On a busy machine, any process may have to wait.
  return serveAsSet({ MAX_EVENT_LOOP_DELAY_MS: '60000', ...env, DATABASE_URL: servingUrl(DATABASE_URL) }, program);
}

/** The same with the account of DATABASE_URL and the default of every other setting. */
export async function serveAsSet(env: Environment, program?: Program): Promise<Serving> {
  const child = start(['serve'], { PORT: '0', ADMIN_PORT: '0', ...env }, 'ignore', program);
  const { line, stdout, end } = await listening(child, /^.*"msg":"listening".*$/m);
  const { url, adminUrl } = JSON.parse(line) as { url: string; adminUrl: string };
  return {
    ...{ url, adminUrl, pid: child.pid!, stdout },
    stopListening: () => child.stdout?.destroy(),
    end: async (signal) => (await end(signal)).status,
  };
}

export interface Proxying {
  readonly url: string;
  readonly adminUrl: string;
  /** Sends SIGTERM and waits for the end. */
  end(): Promise<Ended>;
}

/** Starts `leasegate cutover proxy` on free ports and waits until it listens. @throws {Error} with its output when it ends first */
export async function cutoverProxy(args: readonly string[]): Promise<Proxying> {
  const child = start(['cutover', 'proxy', '--listen', '0', '--admin', '0', ...args], {});
  const { line, end } = await listening(child, /^Serving the \w+ service at \S+, admin at \S+$/m);
  const [url = '', adminUrl = ''] = line.match(/http:[^\s,]+/g) ?? [];
  return { url, adminUrl, end };
}

/** Waits until a program prints a line that matches. */
async function listening(child: ChildProcess, pattern: RegExp) {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const ended = once(child, 'close').then(([status]): Ended => ({
    status: status as number | null,
    stdout: stdout(),
    stderr: stderr(),
  }));
  const printed = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', () => {
        const [line] = pattern.exec(stdout()) ?? pattern.exec(stderr()) ?? [];
        if (line !== undefined) resolve(line);
      });
  });
  const failed = ended.then((end): never => {
    throw new Error(`The program ended with status ${end.status}:\n${end.stdout}${end.stderr}`);
  });
  const line = await Promise.race([printed, failed]);
  failed.catch(() => undefined);
  const end = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
    child.kill(signal);
    return ended;
  };
  return { line, stdout, end };
}

function start(
  args: readonly string[],
  env: Environment,
  stdin: 'ignore' | 'pipe' = 'ignore',
  program?: Program,
): ChildProcess {
  if (!existsSync(join(ROOT, 'dist', 'src', 'main.js')))
    throw new Error('There is no dist/: run `npm run build` first.');
  const options = program && { NODE_OPTIONS: program.nodeOptions };
  const environment = { PATH: process.env.PATH, ...env, ...options };
  return spawn(program?.path ?? join(ROOT, 'bin', 'leasegate'), args, {
    env: environment,
    stdio: [stdin, 'pipe', 'pipe'],
  });
}

function collect(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    look('what the program says', chunk);
  });
  return () => text;
}
