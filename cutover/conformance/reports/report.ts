/** What every report says. No report holds a token or a value of a record. */

import { CONTRACT_REVISION } from '../clauses';
import type { Difference, Profile } from '../profile/profile';
import type { Result } from '../run';
import type { Evidence } from '../findings';
import { countOf, type Outcome, type Verdict } from '../verdicts';

export const OUTCOMES: readonly Outcome[] = ['broken', 'held', 'not testable', 'not applicable'];

/** One cause, with every clause that it breaks. */
export interface Finding extends Evidence {
  readonly clauses: readonly string[];
}

export interface Report {
  readonly contractRevision: number;
  /** Of the kit. */
  readonly version: string;
  readonly baseUrl: string;
  readonly requests: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly findings: readonly Finding[];
  readonly clauses: readonly Verdict[];
  readonly profile: Profile;
  /** Absent without another profile. */
  readonly differences?: readonly Difference[];
}

export function reportOf(
  { verdicts, profile, requests }: Result,
  { version, baseUrl, differences }: { version: string; baseUrl: string; differences?: readonly Difference[] },
): Report {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOf(verdicts, outcome)]));
  return {
    contractRevision: CONTRACT_REVISION,
    version,
    baseUrl,
    requests,
    counts: counts as Record<Outcome, number>,
    findings: findingsOf(verdicts),
    clauses: verdicts,
    profile,
    ...(differences && { differences }),
  };
}

/** Clauses that are broken by the same answer are one finding. */
export function findingsOf(verdicts: readonly Verdict[]): Finding[] {
  const clauses = new Map<Evidence, string[]>();
  for (const { id, evidence } of verdicts)
    if (evidence !== undefined) clauses.set(evidence, [...(clauses.get(evidence) ?? []), id]);
  return [...clauses].map(([evidence, ids]) => ({ ...evidence, clauses: ids }));
}

export const summaryOf = ({ counts, requests, contractRevision }: Report): string =>
  `Contract revision ${contractRevision}: ${OUTCOMES.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ')}. ${requests} requests.`;
