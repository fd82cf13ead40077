/** Judges from the counters of a proxy whether its callers are ready for the next step. */

import { type Counted, percent, sumOf } from '../compare/tally';
import type { Comparisons } from './admin';
import { REFUSED_CALLER } from './callers';

export interface Limits {
  /** How many comparisons each caller needs of each lookup that it uses. */
  readonly minComparisons: number;
  /** The share of its requests that must have been compared, from 0 to 1. */
  readonly minCompared: number;
}

const SERVE_NEW = 'serve the new service, with the old one behind it (--serve new --fallback).';
const RETIRE = 'give callers the address of the new service itself, and switch the old one off.';

/** How a request ended that the new side did not answer by itself. */
const FAILURES = ['fallback', 'unavailable', 'timeout', 'broken_off'];

export function judge({ serve, since, served, compared, ...counts }: Comparisons, limits: Limits) {
  const names = new Set(compared.map(({ labels }) => labels.caller!));
  names.delete(REFUSED_CALLER);
  const callers = [...names].map((caller) => callerIn(compared, caller, limits));
  const refused = sumOf(compared, { caller: REFUSED_CALLER, outcome: 'different' });
  const failed = served.filter(({ labels }) => serve === 'new' && FAILURES.includes(labels.ending!));
  const problems = [
    ...(callers.every(({ compared: count }) => count === 0) ? ['Nothing has been compared.'] : []),
    ...(refused > 0 ? [`${refused} requests that the served side refused are answered by the other.`] : []),
    ...failed.map(({ labels, count }) => `${count} requests ended as ${labels.ending}.`),
  ];
  return {
    ready: problems.length === 0 && callers.every((caller) => caller.problems.length === 0),
    /** What to do when it is ready. */
    next: serve === 'old' ? SERVE_NEW : RETIRE,
    since,
    /** What holds for all callers together. */
    problems,
    callers,
    ...counts,
  };
}

function callerIn(counts: readonly Counted[], caller: string, { minComparisons, minCompared }: Limits) {
  const own = counts.filter(({ labels }) => labels.caller === caller);
  let total = 0;
  const problems = [...new Set(own.map(({ labels }) => labels.lookup!))].flatMap((lookup) => {
    const different = sumOf(own, { lookup, outcome: 'different' });
    const requests = sumOf(own, { lookup });
    const compared = requests - sumOf(own, { lookup, outcome: 'not_compared' });
    total += compared;
    const share = `${percent(compared / requests)} of the requests for ${lookup} were compared`;
    return [
      ...(different > 0 ? [`${different} of ${compared} answers of ${lookup} differ`] : []),
      ...(compared < minComparisons ? [`only ${compared} of ${minComparisons} comparisons of ${lookup}`] : []),
      ...(compared / requests < minCompared ? [share] : []),
    ];
  });
  return { caller, compared: total, problems };
}
