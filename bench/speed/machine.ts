import { cpus, release, totalmem, type } from 'node:os';

/** Cores, memory, system and Node, for a report. */
export function machine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const system = `${type()} ${release().split('-')[0]}, Node ${process.versions.node}`;
  return `${cpus().length} cores (${processor?.model ?? 'unknown'}), ${memory} GB, ${system}`;
}
