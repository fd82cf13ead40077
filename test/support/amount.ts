/** How much the random tests do: little and always the same in `npm test`, much in `npm run test:random`. */

export const MUCH = process.env.RANDOM_TESTS === 'much';

/** What the variable `name` asks for, else `few`, or `many` in the large run. */
export const amount = (name: string, few: number, many: number): number =>
  Number(process.env[name] || (MUCH ? many : few));
