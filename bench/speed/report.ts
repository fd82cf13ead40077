import { cpus, release, totalmem, type } from 'node:os';

import { type Case, CASES, caseTitle } from './cases';
import type { CaseFigure, Figures } from './measure';
import { type ServerName, TITLES } from './servers';

export interface Circumstances {
  /** Processors, memory, operating system and Node, without the name of the machine. */
  readonly machine: string;
  /** The database servers' own names and versions. */
  readonly databases: string;
  readonly leases: number;
  readonly rounds: number;
  /** Load averages when the run began and when it ended. */
  readonly load: readonly [before: number, after: number];
}

/** A table with a row for each server. */
export const caseTable = ({ cases }: Figures, one: Case): string =>
  table(
    [
      'server',
      'CPU ms a request',
      'ratio to the floor',
      'database CPU ms a request',
      'requests a second',
      'p50 ms',
      'p99 ms',
    ],
    cases.filter((figure) => figure.one === one).map(cellsOf),
  );

const cellsOf = ({ server, cpuMs, ratio, databaseMs, perSecond, p50, p99 }: CaseFigure): string[] => [
  TITLES[server],
  precise(cpuMs),
  ratio.toFixed(2),
  Number.isNaN(databaseMs) ? '' : precise(databaseMs),
  count(perSecond),
  precise(p50),
  precise(p99),
];

function bothOf({ ratio, cpuMs, databaseMs }: CaseFigure): string {
  return ratio.toFixed(2) + (Number.isNaN(databaseMs) ? '' : `/${precise(cpuMs + databaseMs)}`);
}

/** The section of `docs/evidence.md`: the CPU time of a request of each server, and what Leasegate takes. */
export function report({ cases, bytes, servers }: Figures, circumstances: Circumstances): string {
  const { machine, databases, leases, rounds, load } = circumstances;
  const measured = CASES.filter((one) => bytes.has(one));
  const names = servers.map(({ name }) => name).filter((name) => name !== 'floor');
  const rows = measured.map((one) => {
    const figure = (name: ServerName) => cases.find((each) => each.one === one && each.server === name);
    const own = figure('leasegate');
    return [
      caseTitle(one),
      precise(own?.cpuMs ?? NaN),
      count(own?.perSecond ?? NaN),
      precise(own?.p99 ?? NaN),
      ...names.map(figure).map((each) => (each ? bothOf(each) : '')),
    ];
  });
  const own = servers.find(({ name }) => name === 'leasegate');
  return `${table(['case', 'CPU ms', 'requests a second', 'p99 ms', ...names.map((name) => TITLES[name])], rows)}

It answers ${count(own?.startMs ?? NaN)} ms after its start and takes ${megabytes(own?.restBytes ?? NaN)} MB at rest, ${megabytes(own?.loadBytes ?? NaN)} MB after load. ${machine}; ${databases}; ${count(leases)} leases; medians of ${rounds} rounds; load average ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after.
`;
}

/** Formats numbers and tables for the report. */

export const count = (value: number): string => Math.round(value).toLocaleString('en-GB');
export const precise = (value: number): string => (value < 100 ? value.toPrecision(3) : count(value));
export const megabytes = (bytes: number): string => count(bytes / 1024 ** 2);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map((_, nth) => (nth === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

/** Cores, memory, system and Node, for a report. */
export function machine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const system = `${type()} ${release().split('-')[0]}, Node ${process.versions.node}`;
  return `${cpus().length} cores (${processor?.model ?? 'unknown'}), ${memory} GB, ${system}`;
}
