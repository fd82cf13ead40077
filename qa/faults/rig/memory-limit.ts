import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FIRST = '/sys/fs/cgroup/memory';
const SECOND = '/sys/fs/cgroup';

export interface MemoryLimit {
  /** The command line that runs a program under the limit. */
  readonly wrapper: readonly string[];
  /** The peak memory, including cached files; 0 if the system does not report it. */
  mostBytes(): number;
  remove(): void;
}

/** Makes a control group of version 1 or 2. @throws {Error} if this account may not make one */
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
