import type { Dice } from './dice';

/** In millionths of a degree. For -1.737321, a bound computed in binary floating point excludes the exact end. */
const PLACES = [-1_737_321, 52_520_008, 0, 10_100_000, -99_999_900];

const decimal = (tenMillionths: number): string => {
  const digits = String(Math.abs(tenMillionths)).padStart(8, '0');
  return `${tenMillionths < 0 ? '-' : ''}${digits.slice(0, -7)}.${digits.slice(-7)}`;
};

/** A stored coordinate: at a place, or at, within or just beyond 0.0001 degrees from it. Six digits. */
export const storedCoordinate = (dice: Dice): string =>
  decimal((dice.pick(PLACES) + dice.pick([0, 0, 1, 99, 100, 101, -99, -100, -101])) * 10).slice(0, -1);

/** A requested coordinate, at or near a place, with up to seven digits. */
export const askedCoordinate = (dice: Dice): number =>
  Number(decimal(dice.pick(PLACES) * 10 + dice.pick([0, 0, 0, 1, -1, 5, 1000, -1000, 990])));
