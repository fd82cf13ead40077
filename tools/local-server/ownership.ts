/** The server of a folder belongs to one process at a time. A server left behind by a crashed process is ended. */

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Claims the folder for this process. Returns a function that releases it.
 * @throws {Error} when another running process has claimed it
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'owner.json');
  const holder = parseOwner(readIfThere(file));
  // Process IDs are reused, so the command line must match, too.
  if (holder.pid !== process.pid && (await isCommand(holder.pid, holder.command)))
    throw new Error(`${folder} is in use by process ${holder.pid}. End that process first.`);
  writeFileSync(file, JSON.stringify({ pid: process.pid, command: await commandLine(process.pid) }));
  return () => rmSync(file, { force: true });
}

/** Ends the server that an earlier run left running on `dataDirectory`. */
export async function endLeftover(pidFile: string, dataDirectory: string): Promise<void> {
  const pid = Number(readIfThere(pidFile));
  if (pid > 0 && (await commandLine(pid))?.includes(`--datadir=${dataDirectory} `)) await endProcess(pid, 10_000);
  rmSync(pidFile, { force: true });
}

interface Owner {
  readonly pid: number;
  readonly command: string;
}

const NOBODY: Owner = { pid: 0, command: '' };

function parseOwner(text: string): Owner {
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return NOBODY;
  }
}

async function isCommand(pid: number, command: string): Promise<boolean> {
  return pid > 0 && (await commandLine(pid)) === command;
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The command line of a running process; undefined for a zombie, or when there is no such process. */
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

/** Sends SIGTERM to a process, and SIGKILL after `graceMs`. Only for processes that are surely ours. */
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
