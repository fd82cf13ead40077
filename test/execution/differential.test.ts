import { amount } from '../support/amount';
import { compareAnswers } from './comparison';

const SEED = Number(process.env.SEED ?? 20_261_122);
const COMPARISONS = amount('COMPARISONS', 2_000, 50_000);

test(`${COMPARISONS} compiled answers are those of graphql-js (SEED=${SEED})`, async () => {
  const { compared, compiled, withErrors, invalid } = await compareAnswers(SEED, COMPARISONS);
  console.log(`SEED=${SEED}: ${compared} compared, ${compiled} of them compiled, ${withErrors} with errors`);
  expect(compiled).toBeGreaterThan(compared * 0.8);
  expect(withErrors).toBeGreaterThan(compared * 0.2);
  expect(invalid).toBeLessThan(compared * 0.01);
}, 1_200_000);
