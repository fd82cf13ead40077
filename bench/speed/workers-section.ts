import { type Case, CASES, caseTitle } from './cases';
import { count, megabytes, precise, table } from './markdown';
import type { Figures } from './measure';
import type { ServerName } from './servers';
import { sum } from './statistics';

/** Throughput and memory with one and with two workers; nothing unless both were measured. */
export function workersSection({ cases, servers, bytes }: Figures): string {
  const serverOf = (name: ServerName) => servers.find((server) => server.name === name);
  const [single, double] = [serverOf('leasegate'), serverOf('leasegate-2')];
  if (single === undefined || double === undefined) return '';
  const [supervisor = NaN, ...workers] = double.loadBytes;
  const row = (one: Case) => {
    const figureOf = (name: ServerName) => cases.find(({ one: own, server }) => own === one && server === name);
    const [{ perSecond: first, cpuMs }, { perSecond: second, cpuMs: cpuMsOfTwo }] = [
      figureOf('leasegate') ?? NOTHING,
      figureOf('leasegate-2') ?? NOTHING,
    ];
    return [
      caseTitle(one),
      count(first),
      count(second),
      (second / first).toFixed(2),
      precise(cpuMs),
      precise(cpuMsOfTwo),
    ];
  };
  return `## Workers

${table(
  ['case', 'requests a second, 1 worker', '2 workers', 'gain', 'CPU ms a request, 1 worker', '2 workers'],
  CASES.filter((one) => bytes.has(one)).map(row),
)}

The client and the database run on the same two cores as the workers and leave little CPU time for a second worker. If the CPU time
of a request is the same as with one worker, a second worker on a core of its own would double the throughput.

Memory after all load: ${megabytes(sum(single.loadBytes))} MB without workers; with \`WORKERS=2\` ${workers.map(megabytes).join(' and ')} MB for the
workers and ${megabytes(supervisor)} MB for the process that starts them. Shared pages are counted for each process.`;
}

const NOTHING = { perSecond: NaN, cpuMs: NaN };
