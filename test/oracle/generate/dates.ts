import type { Dice } from './dice';

const DAY = 86_400_000;

export const daysAfter = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const OFFSETS = [-400, -31, -2, -1, 0, 1, 2, 31, 400];

/** A day at or near one of the edges that decide what is active or in range. */
export const edgeDate = (dice: Dice, today: string): string =>
  dice.weighted(
    [9, () => daysAfter(today, dice.pick(OFFSETS))],
    [1, () => dice.pick(['0001-01-01', '0999-12-31', '2024-02-29', '9999-12-31'])],
  );

const NO_DATES = [
  '2026-02-30',
  '2025-02-29',
  '0000-01-01',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  '20260101',
  'today',
  '',
  ' ',
];

/** The requested day for a stored day: mostly the same, sometimes no day at all. */
export const askedDay = (dice: Dice, stored: string | null | undefined, today: string): unknown =>
  dice.weighted<unknown>(
    [12, () => stored ?? edgeDate(dice, today)],
    [6, () => edgeDate(dice, today)],
    [1, () => dice.pick(NO_DATES)],
    [1, () => null],
  );
