/** The kit against a second implementation: nothing that the contract allows is broken, and every seeded breach is found. */

import type { Manner } from './oracle-server';
import { runAgainst } from './run-against';
import { BREACHES, HABITS } from './twists';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

async function brokenBy(manner: Manner): Promise<string[]> {
  const { report } = await runAgainst(manner);
  return report.checks.filter(({ outcome }) => outcome === 'broken').map(({ id }) => id);
}

test.each(Object.entries(HABITS))('the habits “%s” break nothing', async (_name, manner) => {
  expect(await brokenBy(manner)).toEqual([]);
});

test.each(Object.entries(BREACHES))('“%s” breaks its checks and no others', async (_name, [ids, twist]) => {
  expect((await brokenBy({ twists: [twist] })).join(' ')).toBe(ids);
});

test('a server that knows its paths without their last slashes breaks the clause of paths', async () => {
  expect(await brokenBy({ withoutSlash: true })).toEqual(['4.paths']);
});
