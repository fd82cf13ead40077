/** The kit against a second implementation: nothing that the contract allows is broken, and every seeded breach is found. */

import type { Manner } from './oracle-server';
import { runAgainst } from './run-against';
import { BREACHES, HABITS } from './twists';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

/** All that a run sends and says. */
let usual: readonly string[] = [];

/** The checks that are broken. What is sent and said otherwise than usual is kept. */
async function brokenBy(manner: Manner): Promise<string> {
  const { report, lines } = await runAgainst(manner);
  expect(lines.filter((line) => !usual.includes(line)).join('\n')).toMatchSnapshot();
  return report.checks.flatMap(({ id, evidence }) => (evidence ? id : [])).join(' ');
}

beforeAll(async () => (usual = (await runAgainst({})).lines));

test('what a run sends and says is kept', () => expect(usual.join('\n')).toMatchSnapshot());

test.each(Object.entries(HABITS))('the habits “%s” break nothing', async (_name, manner) => {
  expect(await brokenBy(manner)).toBe('');
});

test.each(Object.entries(BREACHES))('“%s” breaks its checks and no others', async (_name, [ids, twist]) => {
  expect(await brokenBy({ twists: [twist] })).toBe(ids);
});

test('a server that knows its paths without their last slashes breaks the clause of paths', async () => {
  expect(await brokenBy({ withoutSlash: true })).toBe('4.paths');
});
