/** The kernel's counters of a process. Linux only. None of the measured servers has child processes. */

import { readFileSync } from 'node:fs';

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** User and system time since the start in milliseconds. */
export function cpuMilliseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain any character; state and parent follow it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory in bytes, with shared pages. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
