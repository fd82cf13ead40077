/** The section of `docs/evidence.md` and its plot. */

import { table } from '../speed/report';
import type { Lookup } from './lookups';
import type { Figures } from './measure';

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

export interface Panel {
  readonly title: string;
  /** By the name of a line: a value for each world. */
  readonly lines: ReadonlyMap<string, readonly number[]>;
}

const COLOURS = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#8c564b', '#17becf', '#e377c2', '#555'];
const [WIDTH, HEIGHT, TICKS] = [360, 300, 5];

export const plot = (leases: readonly number[], panels: readonly Panel[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 480" font-family="sans-serif" font-size="12">
<rect width="920" height="480" fill="#fff"/>
${panels.map((panel, nth) => `<g transform="translate(${70 + nth * 450} 50)">\n${drawn(panel, leases)}\n</g>`).join('\n')}
${[...(panels[0]?.lines.keys() ?? [])].map(legend).join('\n')}
</svg>
`;

function legend(name: string, nth: number): string {
  const [x, y] = [70 + (nth % 3) * 285, 424 + Math.floor(nth / 3) * 20];
  return `<path d="M${x} ${y - 4}h22" stroke="${COLOURS[nth]}" stroke-width="3"/>${text(x + 28, y, name, 'start')}`;
}

function drawn({ title, lines }: Panel, leases: readonly number[]): string {
  const top = roundUp(Math.max(...[...lines.values()].flat()));
  const x = (nth: number) => Math.round((nth * WIDTH) / (leases.length - 1));
  const y = (value: number) => Math.round(HEIGHT * (1 - value / top));
  const ticks = Array.from({ length: TICKS + 1 }, (_, nth) => (top * nth) / TICKS);
  const points = (values: readonly number[]) => values.map((value, nth) => `${x(nth)},${y(value)}`).join(' ');
  return [
    text(WIDTH / 2, -20, title),
    ...ticks.map(
      (tick) => `<path d="M0 ${y(tick)}h${WIDTH}" stroke="#ddd"/>${text(-8, y(tick) + 4, count(tick), 'end')}`,
    ),
    ...leases.map((leasesOfWorld, nth) => text(x(nth), HEIGHT + 20, count(leasesOfWorld))),
    ...[...lines.values()].map(
      (values, nth) => `<polyline points="${points(values)}" fill="none" stroke="${COLOURS[nth]}" stroke-width="2"/>`,
    ),
    text(WIDTH / 2, HEIGHT + 40, 'leases'),
  ].join('\n');
}

/** To a number that five ticks divide well. */
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5].find((times) => times * power >= most) ?? 10);
}

const count = (value: number): string => value.toLocaleString('en-GB');
const text = (x: number, y: number, words: string, anchor = 'middle'): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
