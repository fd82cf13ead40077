/** Formats numbers and tables for the report. */

export const count = (value: number): string => Math.round(value).toLocaleString('en-GB');
export const precise = (value: number): string => (value < 100 ? value.toPrecision(3) : count(value));
export const megabytes = (bytes: number): string => count(bytes / 1024 ** 2);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map((_, nth) => (nth === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}
