/** @param share from 0 to 1, of values in ascending order */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
