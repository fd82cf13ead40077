import { compareAnswers } from './comparison';

/** Half of the fifty thousand, so that two files share the work; `SEED` and `COMPARISONS` ask for others. */
export function testDifferentially(defaultSeed: number): void {
  const seed = Number(process.env.SEED ?? defaultSeed);
  const comparisons = Number(process.env.COMPARISONS ?? 25_000);

  test(`${comparisons} compiled answers are those of graphql-js (SEED=${seed})`, async () => {
    const { compared, compiled, withErrors, invalid } = await compareAnswers(seed, comparisons);
    console.log(`SEED=${seed}: ${compared} compared, ${compiled} of them compiled, ${withErrors} with errors`);
    expect(compiled).toBeGreaterThan(compared * 0.8);
    expect(withErrors).toBeGreaterThan(compared * 0.2);
    expect(invalid).toBeLessThan(compared * 0.01);
  }, 600_000);
}
