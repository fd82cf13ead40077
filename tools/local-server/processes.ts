import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The command line of a running process, undefined when there is no such process (a zombie counts as none). */
export async function commandLine(pid: number): Promise<string | undefined> {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
    } catch {
      return undefined;
    }
  }
  const answer = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  return answer?.stdout.trim() || undefined;
}

/** Asks a process to end, waits, and makes it end after `graceMs`. Not for a process that may be someone else's. */
export async function endProcess(pid: number, graceMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!send(pid, signal)) return;
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline) {
      if ((await commandLine(pid)) === undefined) return;
      await sleep(20);
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
