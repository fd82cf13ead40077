/** The kit against a second implementation: nothing that the contract allows is broken, and every seeded breach is found. */

import { NOTHING_KNOWN } from '../../cutover/conformance/samples';
import type { Target } from '../../cutover/conformance/session';
import { addDays } from '../../cutover/conformance/shape';
import { TODAY, TOKENS, type Twist } from './oracle-server';
import { runAgainst } from './run-against';
import { BREACHES, HABITS, NAMED_GROUPS } from './twists';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

/** All that a run sends and says. */
let usual: readonly string[] = [];

/** The checks that are broken; and what is sent and said otherwise than usual, which is kept. */
async function brokenBy(...how: Parameters<typeof runAgainst>): Promise<string> {
  const { report, lines } = await runAgainst(...how);
  const broken = report.checks.flatMap(({ id, outcome }) => (outcome === 'broken' ? id : [])).join(' ');
  const unusual = lines.filter((line) => !usual.includes(line.replace(/^(POST \S+\w) /, '$1/ ')));
  expect([`broken: ${broken}`, ...unusual].join('\n')).toMatchSnapshot();
  return broken;
}

beforeAll(async () => (usual = (await runAgainst({})).lines));

test('what a run sends and says is kept', () => expect(usual.join('\n')).toMatchSnapshot());

test.each<[string, Partial<Target>, ...Twist[]]>([
  ['a token that sees nothing', { tokens: { main: 'token-nothing' } }],
  ['a token that sees one group', { tokens: { main: TOKENS.other } }],
  ['two pages at most', { maxPages: 2 }],
  ['a server of the next day', { today: addDays(TODAY, -1) }],
  ['a server of the day before', { today: addDays(TODAY, 1) }],
  ['groups of another name', {}, NAMED_GROUPS],
])('with %s nothing is broken', async (_what, options, ...twists) => {
  expect(await brokenBy({ twists }, options, NOTHING_KNOWN)).toBe('');
});

test.each(Object.entries(HABITS))('the habits “%s” break nothing', async (_name, manner) => {
  expect(await brokenBy(manner)).toBe('');
});

test.each(Object.entries(BREACHES))('“%s” breaks its checks and no others', async (name, twist) => {
  expect((await brokenBy({ twists: [twist] })) === '').toBe(name === 'overloaded by an address');
});

test('a server that knows its paths without their last slashes breaks the clause of paths', async () => {
  expect(await brokenBy({ withoutSlash: true })).toBe('4.paths');
});
