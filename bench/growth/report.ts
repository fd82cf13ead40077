import { table } from '../speed/markdown';
import type { Lookup } from './lookups';
import type { Figures } from './measure';
import type { Panel } from './plot';

export type Growth = ReadonlyMap<Lookup, readonly Figures[]>;

const rowsOf = ([rows]: Figures): number => rows;
const cpuMs = ([, , gatewayMs, databaseMs]: Figures): number => gatewayMs + databaseMs;

export function panelsOf(growth: Growth): Panel[] {
  const lines = (value: (figures: Figures) => number) =>
    new Map([...growth].map(([{ name }, figures]) => [name, figures.map(value)]));
  return [
    { title: 'Rows of a request', lines: lines(rowsOf) },
    { title: 'CPU time of a request in ms, gateway and database server', lines: lines(cpuMs) },
  ];
}

/** The section of `docs/evidence.md`. */
export function report(growth: Growth, about: string): string {
  const grown = (values: readonly number[], digits: number): string => {
    const [first = NaN, last = NaN] = [values.at(0), values.at(-1)];
    return `${first.toFixed(digits)}→${last.toFixed(digits)} ×${(last / first).toFixed(2)}`;
  };
  const rows = [...growth].map(([{ name }, all]) => [name, grown(all.map(rowsOf), 0), grown(all.map(cpuMs), 2)]);
  return `![Rows and CPU time of a request](images/growth.svg)

${table(['lookup', 'rows', 'CPU ms'], rows)}

${about}.
`;
}
