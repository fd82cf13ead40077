import { excessOf, type ShapeFigures } from './run';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const at = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? 0;

/** CPU time: a line for each figure over all shapes, for each shape that is too slow, and for the ten slowest. */
export function summary(figures: readonly ShapeFigures[]): string[] {
  const slow = figures.filter(({ time }) => excessOf(time) > 0);
  const slowest = [...figures].sort((a, b) => b.time.milliseconds - a.time.milliseconds).slice(0, 10);
  const rows = figures.map((shape) => shape.rows);
  const statements = figures.map((shape) => shape.statements);
  return [
    `slower than twice the obvious SQL, and by more than 10 ms: ${slow.length}`,
    `sum: ${sum(figures.map(({ time }) => time.milliseconds)).toFixed(0)} ms, obvious SQL: ${sum(figures.map(({ time }) => time.obvious)).toFixed(0)} ms or more`,
    `rows of the worst page: median ${at(rows, 0.5)}, nine in ten ${at(rows, 0.9)}, most ${at(rows, 1)}`,
    `statements of the worst page: mean ${(sum(statements) / figures.length).toFixed(2)}, most ${at(statements, 1)}`,
    ...slow.map((shape) => `slow: ${line(shape)}`),
    ...slowest.map((shape) => `slowest: ${line(shape)}`),
  ];
}

const line = ({ name, rows, statements, time }: ShapeFigures): string =>
  `${name}, ${time.page}: ${time.milliseconds.toFixed(1)} ms, obvious SQL ${time.obvious.toFixed(1)} ms, ${rows} rows, ${statements} statements`;
