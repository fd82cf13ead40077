/** The report for a terminal. */

import type { Difference } from '../profile/profile';
import type { Verdict } from '../verdicts';
import { type Report, summaryOf } from './report';

export interface Styles {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export const needsText = ({ outcome, reason = '' }: Pick<Verdict, 'outcome' | 'reason'>): string =>
  outcome === 'not testable' ? `It needs ${reason}.` : `It is ${reason}.`;

export function linesOf(report: Report, { good, bad }: Styles): string[] {
  const { findings, clauses, profile, differences, counts } = report;
  const skipped = clauses.filter(({ outcome }) => outcome.startsWith('not '));
  return [
    ...findings.flatMap(({ clauses: broken, expected, actual, curl }) => [
      bad(`broken  ${broken.join(', ')}`),
      `  expected: ${expected}`,
      `  was: ${actual}`,
      `  ${curl}`,
      '',
    ]),
    ...skipped.map(
      ({ id, outcome, reason, text }) =>
        `${outcome}  ${id}: ${text} ${needsText({ outcome, ...(reason && { reason }) })}`,
    ),
    ...(skipped.length > 0 ? [''] : []),
    ...(differences === undefined
      ? Object.entries(profile).map(([id, { question, answer }]) => `${id}: ${question} ${answer}`)
      : differenceLines(differences)),
    '',
    (counts.broken > 0 ? bad : good)(summaryOf(report)),
  ];
}

function differenceLines(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return ['The profiles do not differ.'];
  return differences.flatMap(({ id, question, here, there }) => [
    `${id}: ${question}`,
    `  here: ${here}`,
    `  there: ${there}`,
  ]);
}
