import type { ShapeFigures } from './run';

export interface Spread {
  readonly median: number;
  readonly worst: number;
  /** The name of the shape that is worst. */
  readonly of: string;
}

/** Median and worst of a figure over all shapes. */
export function spread(figures: readonly ShapeFigures[], figure: (shape: ShapeFigures) => number): Spread {
  const sorted = figures.map((shape) => ({ name: shape.name, value: figure(shape) })).sort((a, b) => a.value - b.value);
  const worst = sorted.at(-1);
  return {
    median: sorted[Math.floor(sorted.length / 2)]?.value ?? 0,
    worst: worst?.value ?? 0,
    of: worst?.name ?? '',
  };
}

export interface SizeFigures {
  readonly leases: number;
  readonly figures: readonly ShapeFigures[];
  /** Of the most common callers. */
  readonly ordinary: readonly ShapeFigures[];
  /** Leases that were filled in a second. */
  readonly filled: number;
}

export const rowsOfPage = ({ page }: ShapeFigures): number => page.rows;
export const rowsOfCount = ({ count }: ShapeFigures): number => count.rows;
export const rowsOfObvious = ({ obvious }: ShapeFigures): number => obvious.rows;
