/** What a run found. No report holds a token or a value of a record. */

import { VERSION } from '../../src/package';
import { CHECKS, CONTRACT_REVISION } from './checks';
import type { Evidence } from './findings';
import type { Profile, ProfileDifference } from './profile/profile';
import type { Session } from './session';

const OUTCOMES = ['broken', 'held', 'not testable'] as const;

export type Outcome = (typeof OUTCOMES)[number];

export interface Verdict {
  readonly id: string;
  readonly text: string;
  readonly outcome: Outcome;
  /** Of a broken check. */
  readonly evidence?: Evidence;
  /** What would make it testable. */
  readonly needs?: string;
}

export interface Report {
  readonly contractRevision: number;
  /** Of the kit. */
  readonly version: string;
  readonly baseUrl: string;
  readonly requests: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly checks: readonly Verdict[];
  readonly profile: Profile;
  /** From another profile. */
  readonly differences?: readonly ProfileDifference[];
}

export function reportOf({ all, requests, target: { baseUrl } }: Session, profile: Profile): Report {
  const givenUp = all.interruptions.size > 0 && `Requests were given up: ${[...all.interruptions].join('; ')}`;
  const checks = [...CHECKS].map(([id, { text, needs }]): Verdict => {
    const evidence = all.broken.get(id);
    if (evidence !== undefined) return { id, text, outcome: 'broken', evidence };
    if (all.held.has(id)) return { id, text, outcome: 'held' };
    const steady = all.unsteady.has(id) ? 'answers that stay the same when they are asked again' : needs;
    return { id, text, outcome: 'not testable', needs: givenUp ? `${steady}. ${givenUp}` : steady };
  });
  const counts = OUTCOMES.map((outcome) => [outcome, checks.filter((check) => check.outcome === outcome).length]);
  return {
    contractRevision: CONTRACT_REVISION,
    version: VERSION,
    baseUrl,
    requests,
    counts: Object.fromEntries(counts) as Report['counts'],
    checks,
    profile,
  };
}

/** For a terminal. */
export function linesOf(
  { checks, counts, requests, ...report }: Report,
  style: (outcome: Outcome, line: string) => string,
) {
  const broken = checks.flatMap(({ id, text, evidence }) => {
    if (evidence === undefined) return [];
    const { expected, actual, curl } = evidence;
    return [style('broken', `broken  ${id}: ${text}`), `  expected: ${expected}`, `  was: ${actual}`, `  ${curl}`, ''];
  });
  const untested = checks.flatMap(({ id, text, needs }) =>
    needs === undefined ? [] : [`not testable  ${id}: ${text} It needs ${needs}.`],
  );
  const summary = OUTCOMES.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
  return [
    ...broken,
    ...untested,
    ...(untested.length > 0 ? [''] : []),
    ...(report.differences === undefined ? profileLines(report.profile) : differenceLines(report.differences)),
    '',
    style(
      counts.broken > 0 ? 'broken' : 'held',
      `Contract revision ${report.contractRevision}: ${summary}. ${requests} requests.`,
    ),
  ];
}

const profileLines = (profile: Profile): string[] =>
  Object.entries(profile).map(([id, { question, answer }]) => `${id}: ${question} ${answer}`);

const differenceLines = (differences: readonly ProfileDifference[]): string[] =>
  differences.length === 0
    ? ['The profiles do not differ.']
    : differences.flatMap(({ id, question, here, there }) => [
        `${id}: ${question}`,
        `  here: ${here}`,
        `  there: ${there}`,
      ]);
