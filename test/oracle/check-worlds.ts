import * as fc from 'fast-check';

import { MUCH } from '../support/amount';
import { type Dice, diceFrom } from './generate/dice';

/** Of the short run, which is always the same. */
const SEED = 20_261_122;

/**
 * Holds `check` against `worlds` random choices; returns the seed. `ORACLE_SEED` and `ORACLE_PATH`, which a failure names, bring it back.
 * @throws {Error} as soon as one world fails
 */
export async function checkWorlds(worlds: number, check: (dice: Dice) => Promise<void>): Promise<number> {
  const { ORACLE_SEED = MUCH ? undefined : SEED, ORACLE_PATH } = process.env;
  const details = await fc.check(
    fc.asyncProperty(fc.gen(), (generate) => check(diceFrom(generate))),
    {
      numRuns: worlds,
      // To make a failing world smaller would take longer than to read it.
      endOnFailure: true,
      ...(ORACLE_SEED !== undefined && { seed: Number(ORACLE_SEED) }),
      ...(ORACLE_PATH && { path: ORACLE_PATH }),
    },
  );
  if (!details.failed) return details.seed;
  const origin = `ORACLE_SEED=${details.seed} ORACLE_PATH=${details.counterexamplePath ?? ''}`;
  throw new Error(`${origin}\n${String(details.errorInstance)}`, { cause: details.errorInstance });
}
