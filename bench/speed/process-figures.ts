/** The kernel's counters of a process and its child processes. Linux only. */

import { readdirSync, readFileSync } from 'node:fs';

import { sum } from './statistics';

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** User and system time since the start in milliseconds. */
export function cpuMilliseconds(pid: number): number {
  return treeOf(pid).reduce((total, { user, system }) => total + user + system, 0) * TICK_MS;
}

/** Resident memory in bytes; shared pages count for each process. */
export const residentBytes = (pid: number): number => sum(residentBytesOfEach(pid));

/** Resident memory of the process first, then of each child process. */
export const residentBytesOfEach = (pid: number): number[] =>
  treeOf(pid)
    .sort((a, b) => Number(b.pid === pid) - Number(a.pid === pid))
    .map((process) => residentOf(process.pid));

interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Both in ticks. */
  readonly user: number;
  readonly system: number;
}

function treeOf(root: number): ProcessStat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const within = new Set([root]);
  // A process usually has a higher number than its parent, but numbers start again when they run out.
  for (let before = 0; before < within.size;) {
    before = within.size;
    for (const { pid, parent } of all) if (within.has(parent)) within.add(pid);
  }
  return all.filter(({ pid }) => within.has(pid));
}

function statOf(pid: number): ProcessStat | undefined {
  const text = readOf(pid, 'stat');
  // The name, in parentheses, may contain any character; state and parent follow it.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return fields && { pid, parent: fields[1] ?? 0, user: fields[11] ?? 0, system: fields[12] ?? 0 };
}

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status') ?? '')?.[1] ?? 0) * 1024;

function readOf(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended.
    return undefined;
  }
}
