/** What the kernel says of a process and of all that it started, whatever program it is. Linux. */

import { readdirSync, readFileSync } from 'node:fs';

import { sum } from './statistics';

/** The kernel counts a process's time in hundredths of a second. */
const TICK_MS = 10;

/** User and system time since the start, milliseconds. */
export function cpuMilliseconds(pid: number): number {
  return treeOf(pid).reduce((total, { user, system }) => total + user + system, 0) * TICK_MS;
}

/** Resident memory, bytes; pages that processes share count for each of them. */
export const residentBytes = (pid: number): number => sum(residentBytesOfEach(pid));

/** Resident memory of the process first, then of each that it started. */
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
  // A process is usually numbered after its parent, but numbers begin anew some day.
  for (let before = 0; before < within.size;) {
    before = within.size;
    for (const { pid, parent } of all) if (within.has(parent)) within.add(pid);
  }
  return all.filter(({ pid }) => within.has(pid));
}

function statOf(pid: number): ProcessStat | undefined {
  const text = readOf(pid, 'stat');
  // The name, in parentheses, may hold anything; state and parent follow it.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return fields && { pid, parent: fields[1] ?? 0, user: fields[11] ?? 0, system: fields[12] ?? 0 };
}

function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status') ?? '')?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function readOf(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
