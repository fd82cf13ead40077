import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../tools/local-server/free-port';
import { startGuarded } from '../../tools/local-server/server-process';
import type { Request } from './requests';
import { launchOf, type ServerName, type Dependencies } from './servers';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

/** A ready server in its own process. */
export interface RunningServer {
  readonly name: ServerName;
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from its start to its first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly dependencies: Dependencies;
  readonly token: string;
  /** The server has started once it answers this request. */
  readonly first: Request;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** @throws {Error} with the server's output if it ends or does not answer in time */
export async function startServer(name: ServerName, options: StartOptions): Promise<RunningServer> {
  const { dependencies, token, first, now } = options;
  const port = await freePort();
  const { args, env } = launchOf(name, port, dependencies);
  const began = now();
  // The server must not outlive the benchmark.
  const child = startGuarded(() => spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  }
  const stop = () => end(child);
  let last = '';
  try {
    while (now() - began < START_LIMIT_MS && child.exitCode === null) {
      const answer = await post(port, token, first).catch(() => undefined);
      if (answer?.ok) return { name, pid: child.pid ?? 0, port, startMs: now() - began, stop };
      last = answer?.body ?? '';
      await sleep(5);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  await stop();
  throw new Error(`${name} did not start:\n${said}\n${last}`);
}

export async function post(
  port: number,
  token: string,
  { path, body }: Request,
): Promise<{ ok: boolean; body: string }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  return { ok: response.ok, body: await response.text() };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(killTimer);
}
