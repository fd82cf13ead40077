/** The kit against a second implementation: nothing that the contract allows is broken, and every seeded breach is found. */

import type { Manner } from './oracle-server';
import { runAgainst } from './run-against';
import { BREACHES, HABITS } from './twists';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

async function brokenBy(manner: Manner) {
  const { report } = await runAgainst(manner);
  return report.checks.flatMap(({ id, evidence: found }) => (found ? [[id, found.expected, found.actual]] : []));
}

test.each(Object.entries(HABITS))('the habits “%s” break nothing', async (_name, manner) => {
  expect(await brokenBy(manner)).toEqual([]);
});

test.each(Object.entries(BREACHES))('“%s” breaks its checks and no others', async (_name, [ids, twist]) => {
  const broken = await brokenBy({ twists: [twist] });
  expect(broken.map(([id]) => id).join(' ')).toBe(ids);
  expect(broken).toMatchSnapshot();
});

test('a server that knows its paths without their last slashes breaks the clause of paths', async () => {
  expect(await brokenBy({ withoutSlash: true })).toMatchSnapshot();
});
