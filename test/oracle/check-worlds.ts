import * as fc from 'fast-check';

import { MUCH } from '../support/amount';
import { type Dice, diceFrom } from './generate/dice';

/** The seed of the short run, which is always the same. */
const SEED = 20_261_122;

/**
 * Runs `check` on `worlds` random choices and returns the seed. `ORACLE_SEED` and `ORACLE_PATH`, which a failure
 * prints, repeat a case.
 * @throws {Error} when the first world fails
 */
export async function checkWorlds(worlds: number, check: (dice: Dice) => Promise<void>): Promise<number> {
  const { ORACLE_SEED = MUCH ? undefined : SEED, ORACLE_PATH } = process.env;
  const details = await fc.check(
    fc.asyncProperty(fc.gen(), (generate) => check(diceFrom(generate))),
    {
      numRuns: worlds,
      // Shrinking a failing world would take longer than reading it.
      endOnFailure: true,
      ...(ORACLE_SEED !== undefined && { seed: Number(ORACLE_SEED) }),
      ...(ORACLE_PATH && { path: ORACLE_PATH }),
    },
  );
  if (!details.failed) return details.seed;
  const origin = `ORACLE_SEED=${details.seed} ORACLE_PATH=${details.counterexamplePath ?? ''}`;
  throw new Error(`${origin}\n${String(details.errorInstance)}`, { cause: details.errorInstance });
}
