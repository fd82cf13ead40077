import { execFileSync } from 'node:child_process';

/** The processes that a process has started. */
export function children(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [child = 0, parent] = line.trim().split(/ +/).map(Number);
    return parent === pid ? [child] : [];
  });
}
