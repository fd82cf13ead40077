/** What a run found. No report holds a token or a value of a record. */

import { badStyle, goodStyle } from '../../src/cli/terminal';
import { VERSION } from '../../src/package';
import { CHECKS, CONTRACT_REVISION } from './checks';
import type { Evidence } from './findings';
import type { Profile } from './profile/profile';
import type { Session } from './session';

const OUTCOMES = ['broken', 'held', 'not testable'] as const;

type Outcome = (typeof OUTCOMES)[number];

interface Verdict {
  readonly id: string;
  readonly text: string;
  readonly outcome: Outcome;
  /** Of a broken check. */
  readonly evidence?: Evidence;
  /** What would make it testable. */
  readonly needs?: string;
}

export type Report = ReturnType<typeof reportOf>;

export function reportOf({ all, requests, target: { baseUrl } }: Session, profile: Profile) {
  const reasons = [...all.interruptions].join('; ');
  const checks = [...CHECKS].map(([id, { text, needs }]): Verdict => {
    const evidence = all.broken.get(id);
    if (evidence !== undefined) return { id, text, outcome: 'broken', evidence };
    if (all.held.has(id)) return { id, text, outcome: 'held' };
    const steady = all.unsteady.has(id) ? 'answers that stay the same when they are asked again' : needs;
    const givenUp = reasons === '' ? '' : `. Requests were given up: ${reasons}`;
    return { id, text, outcome: 'not testable', needs: `${steady}${givenUp}` };
  });
  const counts = OUTCOMES.map((outcome) => [outcome, checks.filter((check) => check.outcome === outcome).length]);
  return {
    contractRevision: CONTRACT_REVISION,
    /** Of the kit. */
    version: VERSION,
    baseUrl,
    requests,
    counts: Object.fromEntries(counts) as Record<Outcome, number>,
    checks,
    profile,
  };
}

/** For a terminal. */
export function linesOf({ checks, counts, requests, profile, contractRevision }: Report): string[] {
  const verdicts = checks.flatMap(({ id, text, evidence, needs }) => {
    if (needs !== undefined) return [`not testable  ${id}: ${text} It needs ${needs}.`];
    if (evidence === undefined) return [];
    const { expected, actual, curl } = evidence;
    return [badStyle(`broken  ${id}: ${text}`), `  expected: ${expected}`, `  was: ${actual}`, `  ${curl}`];
  });
  const summary = OUTCOMES.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
  const last = `Contract revision ${contractRevision}: ${summary}. ${requests} requests.`;
  const habits = Object.entries(profile).map(([id, text]) => `${id}: ${text}`);
  return [...verdicts, '', ...habits, '', counts.broken > 0 ? badStyle(last) : goodStyle(last)];
}
