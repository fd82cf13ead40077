import type { Dice } from './dice';
import type { Operation } from './operations';
import { randomValue } from './values';

/** Values for the variables of an operation; some missing, some null, some of another type. */
export function randomVariables(dice: Dice, { variables }: Operation): Record<string, unknown> {
  const bad = dice.chance(20) ? 25 : 0;
  const entries = variables
    .filter(() => !dice.chance(bad === 0 ? 3 : 20))
    .map(({ name, type }) => [name, dice.chance(4) ? null : randomValue(dice, type, bad)]);
  return Object.fromEntries(dice.chance(5) ? [...entries, ['unknown', 1]] : entries) as Record<string, unknown>;
}
