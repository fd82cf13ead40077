import * as fc from 'fast-check';

/** Random choices, all drawn from one seed. */
export interface Dice {
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  chance(percent: number): boolean;
  pick<Choice>(choices: readonly Choice[]): Choice;
  /** One of the choices, with the given weights. */
  weighted<Choice>(...choices: readonly (readonly [weight: number, choose: () => Choice])[]): Choice;
  some<Choice>(choices: readonly Choice[], percent: number): Choice[];
}

export const diceFrom = (generate: fc.GeneratorValue): Dice => diceOf((min, max) => generate(fc.integer, { min, max }));

/** Seeded by a number alone, for millions of choices (mulberry32). */
export function seededDice(seed: number): Dice {
  let state = seed;
  return diceOf((min, max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return min + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * (max - min + 1));
  });
}

function diceOf(between: Dice['between']): Dice {
  const chance = (percent: number): boolean => between(1, 100) <= percent;
  return {
    between,
    chance,
    pick(choices) {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new Error('nothing to pick from');
      return choice;
    },
    weighted(...choices) {
      let rest = between(
        1,
        choices.reduce((sum, [weight]) => sum + weight, 0),
      );
      const chosen = choices.find(([weight]) => (rest -= weight) <= 0);
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen[1]();
    },
    some: (choices, percent) => choices.filter(() => chance(percent)),
  };
}
