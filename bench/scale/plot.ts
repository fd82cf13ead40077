import { rowsOfObvious, rowsOfPage, type SizeFigures, type Spread, spread } from './summary';

const WIDTH = 760;
const HEIGHT = 440;
const AREA = { left: 86, right: 590, top: 64, bottom: 380 };

/** Dark screens too: the picture asks which it is shown on. Without variables, which some programs that draw SVG do not know. */
const inColours = (
  ground: string,
  text: string,
  title: string,
  grid: string,
  axis: string,
  own: string,
  obvious: string,
) => `
  .ground { fill: ${ground}; } .grid { stroke: ${grid}; } .axis { stroke: ${axis}; } text { fill: ${text}; } .title { fill: ${title}; }
  .line.own { stroke: ${own}; } .dot.own, .label.own { fill: ${own}; }
  .line.obvious { stroke: ${obvious}; } .dot.obvious, .label.obvious { fill: ${obvious}; }`;
const STYLE = `
  text { font: 13px system-ui, sans-serif; } .title { font-size: 16px; font-weight: 600; } .label { font-weight: 600; }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; } .median { stroke-dasharray: 6 5; }
  ${inColours('#ffffff', '#3b4252', '#1f2430', '#d8dee9', '#8892a6', '#0b6e99', '#c2540a')}
  @media (prefers-color-scheme: dark) {
  ${inColours('#171a21', '#c3cad9', '#eef1f7', '#2c323f', '#6d778c', '#5cc3ea', '#f39a54')}
  }`;

interface Spreads {
  readonly own: Spread;
  readonly obvious: Spread;
}

interface Series {
  readonly name: string;
  readonly style: string;
  readonly rows: readonly number[];
}

/** Rows read against the number of leases, both in powers of ten: median and worst, ours beside the obvious SQL. SVG. */
export function plot(server: string, sizes: readonly SizeFigures[]): string {
  const series: Series[] = [
    of('obvious SQL, worst', 'obvious', ({ obvious }) => obvious.worst),
    of('obvious SQL, median', 'obvious median', ({ obvious }) => obvious.median),
    of('Leasegate, worst', 'own', ({ own }) => own.worst),
    of('Leasegate, median', 'own median', ({ own }) => own.median),
  ];
  function of(name: string, style: string, figure: (both: Spreads) => number): Series {
    return { name, style, rows: sizes.map(({ figures }) => Math.max(1, figure(spreads(figures)))) };
  }

  const powers = series.flatMap(({ rows }) => rows.map(Math.log10));
  const [lowest, highest] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))];
  const xs = sizes.map(({ leases }) => Math.log10(leases));
  const [least = 0, most = 1] = [Math.min(...xs), Math.max(...xs)];
  const across = (leases: number) =>
    AREA.left + 20 + ((Math.log10(leases) - least) / Math.max(most - least, 1)) * (AREA.right - AREA.left - 40);
  const up = (rows: number) =>
    AREA.bottom - ((Math.log10(rows) - lowest) / Math.max(highest - lowest, 1)) * (AREA.bottom - AREA.top);

  const ticks = Array.from({ length: highest - lowest + 1 }, (_, nth) => 10 ** (lowest + nth));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Rows read for a page against the number of leases on ${server}">
  <style>${STYLE}
  </style>
  <rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
  <text class="title" x="${AREA.left}" y="34">Rows read for one page, ${server}</text>
${ticks.map((rows) => grid(rows, up(rows))).join('\n')}
${sizes.map(({ leases }) => `  <text x="${round(across(leases))}" y="${AREA.bottom + 24}" text-anchor="middle">${written(leases)}</text>`).join('\n')}
  <line class="axis" x1="${AREA.left}" y1="${AREA.bottom}" x2="${AREA.right}" y2="${AREA.bottom}"/>
  <text x="${(AREA.left + AREA.right) / 2}" y="${AREA.bottom + 48}" text-anchor="middle">leases in the database</text>
${series.map((one) => drawn(one, sizes, across, up)).join('\n')}
${labels(series, up).join('\n')}
</svg>
`;
}

const spreads = (figures: SizeFigures['figures']): Spreads => ({
  own: spread(figures, rowsOfPage),
  obvious: spread(figures, rowsOfObvious),
});

const written = (value: number): string => value.toLocaleString('en-GB');
const round = (value: number): number => Math.round(value * 10) / 10;

const grid = (rows: number, y: number): string =>
  `  <line class="grid" x1="${AREA.left}" y1="${round(y)}" x2="${AREA.right}" y2="${round(y)}"/>` +
  `<text x="${AREA.left - 10}" y="${round(y + 4)}" text-anchor="end">${written(rows)}</text>`;

function drawn(
  { style, rows }: Series,
  sizes: readonly SizeFigures[],
  across: (leases: number) => number,
  up: (rows: number) => number,
): string {
  const points = rows.map((value, nth) => [round(across(sizes[nth]!.leases)), round(up(value))] as const);
  const dots = points.map(([x, y]) => `<circle class="dot ${style}" cx="${x}" cy="${y}" r="4"/>`);
  return `  <polyline class="line ${style}" points="${points.map((point) => point.join(',')).join(' ')}"/>${dots.join('')}`;
}

/** Each line is named where it ends; names that would touch are moved apart. */
function labels(series: readonly Series[], up: (rows: number) => number): string[] {
  const ends = series.map(({ name, style, rows }) => ({
    name,
    style,
    rows: rows.at(-1) ?? 1,
    y: up(rows.at(-1) ?? 1),
  }));
  let above = -Infinity;
  return ends
    .sort((a, b) => a.y - b.y)
    .map(({ name, style, rows, y }) => {
      above = Math.max(y, above + 34);
      const [hue = ''] = style.split(' ');
      return (
        `  <text class="label ${hue}" x="${AREA.right + 8}" y="${round(above)}">${name}</text>` +
        `<text x="${AREA.right + 8}" y="${round(above + 15)}">${written(rows)} rows</text>`
      );
    });
}
