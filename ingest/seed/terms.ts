import { isLocalDate, type LocalDate } from '../../src/model/local-date';
import type { Random } from './random';

const DAY_MS = 86_400_000;
const DECADE = 3652;
const DURATIONS = [182, 365, 365, 365, 730, 730, 1096, 1826];

/** Years 1900 to 2199, so that dates a decade away are valid, too. */
export const isBaseDate = (text: string): boolean => isLocalDate(text) && /^(19|20|21)/.test(text);

const dayOf = (date: LocalDate): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number): LocalDate => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The next lease of a unit, without an identifier; undefined when it would begin long after the base date.
 * @param after the last day of the lease before; undefined for the first lease of the unit
 */
export function leaseTerm(baseDate: LocalDate, after: number | undefined, random: Random) {
  const base = dayOf(baseDate);
  const start = after === undefined ? base - random.below(DECADE) : after + 1 + random.below(45);
  if (start > base + 60) return undefined;
  const end = start + random.pick(DURATIONS);
  const rent = 350 + random.below(2200) + (random.chance(0.2) ? 0.5 : 0);
  return {
    /** Days since 1970-01-01. */
    endDay: end,
    row: {
      start_date: dateOf(start),
      // Open-ended only when it has not ended yet.
      end_date: end > base && random.chance(0.3) ? null : dateOf(end),
      move_in_date: random.chance(0.97) ? dateOf(start + random.below(6)) : null,
      is_furnished: random.chance(0.95) ? Number(random.chance(0.3)) : null,
      minimum_days_notice: random.chance(0.9) ? random.pick([14, 30, 30, 60, 90]) : null,
      deposit: random.chance(0.9) ? rent * random.pick([1, 2, 3]) : null,
      rent,
    },
  };
}
