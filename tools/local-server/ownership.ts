/** A folder's server belongs to one process at a time; what a crashed one left behind is ended. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { commandLine, endProcess } from './processes';

/**
 * Claims the folder for this process and returns how to give it back.
 * @throws {Error} when another living process holds it
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'owner.json');
  const holder = parseOwner(readIfThere(file));
  // Process numbers are given out again, so the command line has to agree as well.
  if (holder.pid !== process.pid && (await isCommand(holder.pid, holder.command)))
    throw new Error(`${folder} is in use by process ${holder.pid}; end that one first.`);
  writeFileSync(file, JSON.stringify({ pid: process.pid, command: await commandLine(process.pid) }));
  return () => rmSync(file, { force: true });
}

/** Ends the server that an earlier run left on `dataDirectory`, if it still runs and is that server indeed. */
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
