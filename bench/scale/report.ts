import { excessOf, type PageTime, type ShapeFigures } from './run';
import { rowsOfCount, rowsOfObvious, rowsOfPage, type SizeFigures, spread } from './summary';

export interface ReportOptions {
  /** As the server names itself. */
  readonly server: string;
  /** The file name of the plot, beside the report. */
  readonly plot: string;
  readonly sizes: readonly SizeFigures[];
}

const number = (value: number): string => Math.round(value).toLocaleString('en-GB');
const time = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [row(head), row(head.map((_, nth) => (nth === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

/** Shapes in the table of the slowest. */
const SLOWEST = 20;

/** The measurements as a Markdown document. */
export function report({ server, plot, sizes }: ReportOptions): string {
  const largest = sizes.at(-1);
  const figures = largest?.figures ?? [];
  return `# Pages on ${server}

Written by \`npm run bench:scale\`. Ids follow the calendar. For each shape eight pages are read: first, middle, last and past
the end, each forward and backward. Rows and statements are those of the page with the most. Each page is timed three times, in
turn with the obvious SQL (\`where exists … order by id limit 101\`) for the same page; the best time of each counts. The time of
Leasegate includes all its statements and the records. The obvious SQL only finds ids, and is aborted once it has taken 20 ms
more than twice as long. An aborted time is marked with >.

## Where the obvious SQL is faster

With ${number(largest?.leases ?? 0)} leases, ${number(figures.filter(({ time }) => excessOf(time) > 0).length)} of ${number(figures.length)} shapes have a page that takes longer than twice the obvious SQL and longer than
10 ms more. These are the pages that are slowest beside it:

${table(['shape', 'page', 'ms', 'obvious ms'], slowest(figures))}

## Few groups and a range of days

The most common callers, with ${number(largest?.leases ?? 0)} leases. \`min\` is an open range: moved in since a day. The page is the one that is slowest beside the
obvious SQL.

${table(['shape', 'page', 'ms', 'obvious ms', 'rows', 'statements'], (largest?.ordinary ?? []).map(ordinary))}

![Rows read against the number of leases](${plot})

## Summary

${table(['', ...sizes.map(({ leases }) => `${number(leases)} leases`)], summary(sizes))}

## Every shape

Rows at each size. The other columns are for the largest size: statements, milliseconds of the page that is slowest beside the
obvious SQL, milliseconds of the obvious SQL, rows of the total count, and rows of the obvious SQL for the first page, up to a
second.

${table(
  ['shape', ...sizes.map(({ leases }) => number(leases)), 'statements', 'ms', 'obvious ms', 'count', 'obvious rows'],
  everyShape(sizes),
)}
`;
}

const obviousTime = ({ obvious, gaveUp }: PageTime): string => `${gaveUp ? '> ' : ''}${time(obvious)}`;

const slowest = (figures: readonly ShapeFigures[]): string[][] =>
  [...figures]
    .sort((a, b) => excessOf(b.time) - excessOf(a.time))
    .slice(0, SLOWEST)
    .map(({ name, time: page }) => [name, page.page, time(page.milliseconds), obviousTime(page)]);

const ordinary = ({ name, time: page, page: { rows }, statements }: ShapeFigures): (string | number)[] => [
  name,
  page.page,
  time(page.milliseconds),
  obviousTime(page),
  number(rows),
  statements,
];

function summary(sizes: readonly SizeFigures[]): string[][] {
  const line = (name: string, cell: (figures: readonly ShapeFigures[]) => string): string[] => [
    name,
    ...sizes.map(({ figures }) => cell(figures)),
  ];
  return [
    ['leases filled in a second', ...sizes.map(({ filled }) => number(filled))],
    line('shapes', (figures) => number(figures.length)),
    line('slower than twice the obvious SQL and 10 ms more', (figures) =>
      number(figures.filter((shape) => excessOf(shape.time) > 0).length),
    ),
    line('page: median rows', (figures) => number(spread(figures, rowsOfPage).median)),
    line('page: most rows', (figures) => number(spread(figures, rowsOfPage).worst)),
    line('of', (figures) => spread(figures, rowsOfPage).of),
    line('tenants: pages with more than 40,000 rows', (figures) =>
      number(figures.filter(({ name, page }) => name.startsWith('tenants') && page.rows > 40_000).length),
    ),
    line('page: most statements', (figures) => number(spread(figures, ({ statements }) => statements).worst)),
    line('page: median ms', (figures) => time(spread(figures, ({ time: page }) => page.milliseconds).median)),
    line('page: most ms', (figures) => time(spread(figures, ({ time: page }) => page.milliseconds).worst)),
    line('obvious SQL: median ms', (figures) => time(spread(figures, ({ time: page }) => page.obvious).median)),
    line('count: median rows', (figures) => number(spread(figures, rowsOfCount).median)),
    line('count: most rows', (figures) => number(spread(figures, rowsOfCount).worst)),
    line('of', (figures) => spread(figures, rowsOfCount).of),
    line('obvious SQL: median rows', (figures) => number(spread(figures, rowsOfObvious).median)),
    line('obvious SQL: most rows', (figures) => number(spread(figures, rowsOfObvious).worst)),
    line('obvious SQL: first pages aborted', (figures) =>
      number(figures.filter(({ obvious }) => obvious.gaveUp).length),
    ),
  ];
}

function everyShape(sizes: readonly SizeFigures[]): (string | number)[][] {
  return (sizes.at(-1)?.figures ?? []).map(({ name, statements, time: page, count, obvious }, nth) => [
    name,
    ...sizes.map(({ figures }) => number(figures[nth]?.page.rows ?? 0)),
    statements,
    time(page.milliseconds),
    obviousTime(page),
    number(count.rows),
    `${obvious.gaveUp ? '> ' : ''}${number(obvious.rows)}`,
  ]);
}
