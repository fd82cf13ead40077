/** The size of the random tests: small and fixed in `npm test`, large in `npm run test:random`. */

export const MUCH = process.env.RANDOM_TESTS === 'much';

/** The value of the variable `name`, else `few`, or `many` in the large run. */
export const amount = (name: string, few: number, many: number): number =>
  Number(process.env[name] || (MUCH ? many : few));
