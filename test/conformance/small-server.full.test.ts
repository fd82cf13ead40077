/** The kit against a second implementation: nothing that the contract allows is broken, and every seeded breach is found. */

import { type Deviation, DEVIATIONS } from './deviations';
import { HABITS, type Habits, USUAL } from './habits';
import { runAgainst } from './run-against';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

async function brokenBy(deviation: Deviation | undefined, habits: Habits): Promise<string[]> {
  const { report } = await runAgainst(deviation, habits);
  return report.checks.filter(({ outcome }) => outcome === 'broken').map(({ id }) => id);
}

test.each(Object.entries(HABITS))('the habits “%s” break nothing', async (_name, habits) => {
  expect(await brokenBy(undefined, habits)).toEqual([]);
});

test.each(Object.entries(DEVIATIONS))('%s breaks its checks and no others', async (name, ids) => {
  expect(await brokenBy(name as Deviation, USUAL)).toEqual(ids);
});
