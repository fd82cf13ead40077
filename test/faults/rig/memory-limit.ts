import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FIRST = '/sys/fs/cgroup/memory';
const SECOND = '/sys/fs/cgroup';

export interface MemoryLimit {
  /** The command line that puts a program under the limit. */
  readonly wrapper: readonly string[];
  /** The most that was in use at once, files that are kept in memory included; 0 where that is not told. */
  mostBytes(): number;
  remove(): void;
}

/** A control group of either version. @throws {Error} where this account may not make one */
export function limitedMemory(bytes: number): MemoryLimit {
  const isFirst = existsSync(join(FIRST, 'memory.limit_in_bytes'));
  const [limit, most] = isFirst
    ? ['memory.limit_in_bytes', 'memory.max_usage_in_bytes']
    : ['memory.max', 'memory.peak'];
  const group = join(isFirst ? FIRST : SECOND, `leasegate-faults-${process.pid}`);
  mkdirSync(group);
  writeFileSync(join(group, limit), String(bytes));
  return {
    wrapper: ['sh', '-c', `echo $$ > ${group}/cgroup.procs; exec "$@"`, 'sh'],
    mostBytes: () => (existsSync(join(group, most)) ? Number(readFileSync(join(group, most), 'utf8')) : 0),
    remove: () => rmdirSync(group),
  };
}
