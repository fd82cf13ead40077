import { OBVIOUS_TIMEOUT_MS, type ShapeFigures } from './run';
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

/** The measurements as a Markdown document. */
export function report({ server, plot, sizes }: ReportOptions): string {
  return `# Rows read on ${server}

Written by \`npm run bench:scale\`. Ids follow the calendar. For each shape eight pages are read: first, middle, last and past
the end, each forward and backward. The table shows the page that read the most rows, in all its statements. The obvious
SQL (\`where exists … order by id limit 101\`) is measured for the first page only.

![Rows read against the number of leases](${plot})

## Summary

${table(['', ...sizes.map(({ leases }) => `${number(leases)} leases`)], summary(sizes))}

## Every shape

Rows read by the worst page at each size. The other columns are for the largest size: statements and milliseconds of that
page, rows read by the total count, and rows and milliseconds of the obvious SQL.

${table(
  ['shape', ...sizes.map(({ leases }) => number(leases)), 'statements', 'ms', 'count', 'obvious rows', 'obvious ms'],
  everyShape(sizes),
)}
`;
}

function summary(sizes: readonly SizeFigures[]): string[][] {
  const line = (name: string, cell: (figures: readonly ShapeFigures[]) => string): string[] => [
    name,
    ...sizes.map(({ figures }) => cell(figures)),
  ];
  return [
    line('shapes', (figures) => number(figures.length)),
    line('page: median rows', (figures) => number(spread(figures, rowsOfPage).median)),
    line('page: most rows', (figures) => number(spread(figures, rowsOfPage).worst)),
    line('of', (figures) => spread(figures, rowsOfPage).of),
    line('page: median ms', (figures) => time(spread(figures, ({ page }) => page.milliseconds).median)),
    line('page: most ms', (figures) => time(spread(figures, ({ page }) => page.milliseconds).worst)),
    line('count: median rows', (figures) => number(spread(figures, rowsOfCount).median)),
    line('count: most rows', (figures) => number(spread(figures, rowsOfCount).worst)),
    line('of', (figures) => spread(figures, rowsOfCount).of),
    line('obvious SQL: median rows', (figures) => number(spread(figures, rowsOfObvious).median)),
    line('obvious SQL: most rows', (figures) => number(spread(figures, rowsOfObvious).worst)),
    line('obvious SQL: median ms', (figures) => time(spread(figures, ({ obvious }) => obvious.milliseconds).median)),
    line('obvious SQL: shapes aborted', (figures) => number(figures.filter(({ obvious }) => obvious.gaveUp).length)),
  ];
}

function everyShape(sizes: readonly SizeFigures[]): (string | number)[][] {
  return (sizes.at(-1)?.figures ?? []).map(({ name, page, count, obvious }, nth) => [
    name,
    ...sizes.map(({ figures }) => number(figures[nth]?.page.rows ?? 0)),
    page.statements,
    time(page.milliseconds),
    number(count.rows),
    number(obvious.rows),
    obvious.gaveUp ? `> ${number(OBVIOUS_TIMEOUT_MS)}` : time(obvious.milliseconds),
  ]);
}
