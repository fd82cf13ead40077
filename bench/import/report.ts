import { count, megabytes, table } from '../speed/markdown';
import { quantile } from '../speed/statistics';
import type { LookupFigures } from './lookups';

export interface Step {
  readonly title: string;
  /** Those that were read. */
  readonly records?: number;
  readonly seconds: number;
  /** The most resident memory of the process. */
  readonly bytes?: number;
  readonly asked?: string;
}

export interface Figures {
  /** As the server names itself. */
  readonly server: string;
  readonly machine: string;
  /** What was set on the server for the run; empty if nothing. */
  readonly memory: string;
  /** Load average of the last minute, before and after the run. */
  readonly load: readonly [number, number];
  readonly leases: number;
  readonly steps: readonly Step[];
  readonly rate: number;
  readonly alone: LookupFigures;
  readonly during: LookupFigures;
}

const dash = '–';

export function stepTable(steps: readonly Step[]): string {
  const rows = steps.map(({ title, records, seconds, bytes, asked = '' }) => [
    title,
    records === undefined ? dash : count(records),
    seconds.toFixed(1),
    records === undefined ? dash : count(records / seconds),
    bytes === undefined ? dash : megabytes(bytes),
    asked,
  ]);
  return table(['step', 'records', 'seconds', 'records a second', 'most RSS, MB', 'asked'], rows);
}

export function lookupTable({ alone, during }: Pick<Figures, 'alone' | 'during'>): string {
  const sorted = [alone, during].map(({ latencies }) => latencies.toSorted((one, other) => one - other));
  const [base = NaN, beside = NaN] = sorted.map((latencies) => quantile(latencies, 0.99));
  const rowOf = (title: string, { errors }: LookupFigures, latencies: readonly number[], asked: string): string[] => [
    title,
    count(latencies.length),
    count(errors),
    quantile(latencies, 0.5).toFixed(2),
    quantile(latencies, 0.99).toFixed(2),
    asked,
  ];
  return table(
    ['lookups', 'requests', 'errors', 'p50 ms', 'p99 ms', 'ratio of p99'],
    [
      rowOf('without an import', alone, sorted[0] ?? [], ''),
      rowOf(
        'during an import that changes a tenth',
        during,
        sorted[1] ?? [],
        `${(beside / base).toFixed(2)}, asked: at most 2`,
      ),
    ],
  );
}

const HEAD = `# Import

Written by \`npm run bench:import -- --write\`: how fast \`leasegate import\` is from a database, from files and as a stream, how much memory it needs, and what lookups notice of it.

Asked: at least 8,000 records a second each way, an unchanged round over 1,000,000 leases in less than 60 s, unchanged files at least three times as fast as their first load, and a p99 of lookups during an import of at most twice that without one.

- The source is a database with the tables \`portfolios\`, \`properties\`, \`contracts\`, \`persons\` and \`contract_persons\` in \`latin1\`. The queries are those of [import.md](../operate/import.md#import-from-a-database).
- The source, the stored data, the import and the gateway share one machine, and both databases one server.
- A record is a group, a unit, a tenant or a lease. Seconds are from the start of the command to its end, including the first reading, which checks and compares. Before each first load, the database is migrated and empty.
- The lookups are sent by a process of its own. Nine of ten find the leases of one tenant by e-mail address, the others a page of 100 tenants by city.
- After each way, counts and checksums of all groups, units, tenants, leases and their pairs are compared with the source. A difference ends the run.
`;

/** Above this load before the run, other work had a good part of a core. */
const QUIET_LOAD = 0.5;

function section(figures: Figures): string {
  const { server, machine, memory, load, leases, steps, rate } = figures;
  const quiet = load[0] > QUIET_LOAD ? 'The machine was not quiet: load' : 'Load';
  return `## ${server}

${count(leases)} leases. ${machine}.${memory} ${quiet} average ${load[0].toFixed(1)} before the run, ${load[1].toFixed(1)} after it.

${stepTable(steps)}

${rate} lookups a second:

${lookupTable(figures)}
`;
}

/** @param before the document as it was; the sections of the other kind of server are kept */
export function report(figures: Figures, before: string): string {
  const kind = figures.server.split(' ')[0] ?? '';
  const others = before.split(/^(?=## )/m).filter((part) => part.startsWith('## ') && !part.startsWith(`## ${kind}`));
  const sections = [...others.map((part) => `${part.trim()}\n`), section(figures)];
  return [HEAD, ...sections.toSorted()].join('\n');
}
