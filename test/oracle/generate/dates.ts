import type { Dice } from './dice';

const DAY = 86_400_000;

export const daysAfter = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const OFFSETS = [-400, -31, -2, -1, 0, 1, 2, 31, 400];

/** A day on or near one of the edges that decide what is active or in range. */
export const edgeDate = (dice: Dice, today: string): string =>
  dice.weighted(
    [9, () => daysAfter(today, dice.pick(OFFSETS))],
    [1, () => dice.pick(['0001-01-01', '0999-12-31', '2024-02-29', '9999-12-31'])],
  );
