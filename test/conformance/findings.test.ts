/** What counts as found, and what reports say of it. */

import { type Evidence, type Findings, findTwice, Interruption, noFindings } from '../../cutover/conformance/findings';
import { junitOf } from '../../cutover/conformance/reports/junit';
import { linesOf } from '../../cutover/conformance/reports/lines';
import { reportOf } from '../../cutover/conformance/reports/report';
import type { Json } from '../../cutover/conformance/exchange';
import { isObject } from '../../cutover/conformance/exchange';
import { runAgainst } from './run-against';
import { SMALL_TOKENS } from './small-server';
import { createWorld } from './small-world';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

const EVIDENCE: Evidence = { curl: 'curl', expected: 'one', actual: 'other' };

/** A part that breaks these clauses the first and the second time. */
const breaking = (...times: readonly (readonly string[])[]) => {
  let time = 0;
  return async (into: Findings): Promise<void> => {
    for (const clause of times[time] ?? []) into.broken.set(clause, EVIDENCE);
    time += 1;
    return Promise.resolve();
  };
};

test('a clause is broken only if it is broken again when it is asked again', async () => {
  const all = noFindings();
  await findTwice(all, breaking(['5.5', '8.end'], ['8.end', '4.1-R1']));
  expect([...all.broken.keys()]).toEqual(['8.end']);
  expect([...all.unsteady]).toEqual(['5.5']);
});

test('a part that is given up keeps what it found, and its reason', async () => {
  const all = noFindings();
  await findTwice(all, (into) => {
    into.held.add('5.1');
    throw new Interruption('no answer');
  });
  expect([[...all.held], [...all.interruptions], all.broken.size]).toEqual([['5.1'], ['no answer'], 0]);
});

test('after the last request that is allowed, the rest is not testable', async () => {
  const { verdicts, requests } = await runAgainst(undefined, undefined, { maxRequests: 60 });
  expect(requests).toBe(60);
  const outcomes = new Map(verdicts.map(({ id, outcome }) => [id, outcome]));
  expect([outcomes.get('4.paths'), outcomes.get('5.5')]).toEqual(['held', 'not testable']);
  expect(verdicts.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(verdicts.find(({ id }) => id === '5.5')?.reason).toContain('--max-requests raises it');
});

/** Every text of four characters or more in the records. */
function textsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isObject(value)) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' && value.length > 3 ? [value] : [];
}

test.each(['hidden-by-email', 'phone-finds-others', 'address-broadens', 'dates-refused', 'error-is-text'] as const)(
  'no report of %s has a token or a value of a record',
  async (deviation) => {
    const result = await runAgainst(deviation);
    const report = reportOf(result, { version: '1', baseUrl: 'http://leases.example', differences: [] });
    expect(report.counts.broken).toBeGreaterThan(0);
    const plain = (text: string): string => text;
    const lines = linesOf(report, { good: plain, bad: plain }).join('\n');
    const texts = [junitOf(report), lines, JSON.stringify(report)];
    const { tenants, leases } = createWorld();
    const values = new Set([...tenants, ...leases].flatMap(({ group, record }) => [group, ...textsIn(record)]));
    const { main, other, expired } = SMALL_TOKENS;
    for (const text of texts)
      expect([main, other, expired, ...values].filter((value) => text.includes(value))).toEqual([]);
    // The values of the variables are for whoever ran it.
    expect(result.variables.assignments()).toMatch(/^\w+_1='.+'$/m);
  },
);
