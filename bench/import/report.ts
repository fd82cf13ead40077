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
  const imports = steps.filter(({ records }) => records !== undefined);
  const rows = imports.map(({ title, records, seconds, bytes, asked = '' }) => [
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

/** Above this load before the run, other work had a good part of a core. */
const QUIET_LOAD = 0.5;

/** Its section of `docs/evidence.md`. */
export function report(figures: Figures): string {
  const { server, machine, memory, load, leases, steps, rate, alone, during } = figures;
  const quiet = load[0] > QUIET_LOAD ? 'The machine was not quiet: load' : 'Load';
  const imports = steps.filter(({ records }) => records !== undefined);
  const rows = imports.map(({ title, records = NaN, seconds, bytes }) => [
    title,
    seconds.toFixed(1),
    count(records / seconds),
    bytes === undefined ? dash : megabytes(bytes),
  ]);
  const p99 = ({ latencies }: LookupFigures) =>
    quantile(
      latencies.toSorted((one, other) => one - other),
      0.99,
    );
  const errors = alone.errors + during.errors;
  const failed = errors === 0 ? '' : `, and ${errors} failed`;
  const lookups = `The p99 of ${rate} lookups a second was ${p99(alone).toFixed(2)} ms without an import and ${p99(during).toFixed(2)} ms during the one that changes a tenth${failed}; asked is at most twice as much.`;
  return `${server}, ${count(leases)} leases. ${machine}.${memory} ${quiet} average ${load[0].toFixed(1)} before the run, ${load[1].toFixed(1)} after it.

${table(['step', 'seconds', 'records a second', 'most RSS, MB'], rows)}

${lookups}
`;
}
