import * as fc from 'fast-check';

/** Random choices, all drawn from fast-check's seed. */
export interface Dice {
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  chance(percent: number): boolean;
  pick<Choice>(choices: readonly Choice[]): Choice;
  /** One of the choices, each as likely as its weight says. */
  weighted<Choice>(...choices: readonly (readonly [weight: number, choose: () => Choice])[]): Choice;
  some<Choice>(choices: readonly Choice[], percent: number): Choice[];
}

export function diceFrom(generate: fc.GeneratorValue): Dice {
  const between = (min: number, max: number): number => generate(fc.integer, { min, max });
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
