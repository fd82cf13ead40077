/** Judges from the counters of all proxies whether their callers are ready for the next step. */

import type { Comparisons } from './admin';
import { REFUSED_CALLER } from './proxy';
import type { Counted } from './tally';

export interface Limits {
  /** How many comparisons each caller needs of each lookup that it uses. */
  readonly minComparisons: number;
  /** The share of its requests that must have been compared, from 0 to 1. */
  readonly minCompared: number;
}

interface Sum {
  readonly lookup: string;
  readonly what: string;
  readonly count: number;
}

export interface Judgement {
  readonly ready: boolean;
  /** What to do when it is ready. */
  readonly next: string;
  /** The latest start of a proxy: from then on all of them count. */
  readonly since: string;
  /** What holds for all callers together. */
  readonly problems: readonly string[];
  readonly callers: readonly {
    readonly caller: string;
    readonly compared: number;
    readonly problems: readonly string[];
  }[];
  readonly differences: readonly Sum[];
  readonly ignored: readonly Sum[];
  readonly notCompared: readonly Sum[];
}

const NEXT = {
  old: 'serve the new service, with the old one behind it (--serve new --fallback).',
  fallback: 'give callers the address of the new service itself, and switch the old one off.',
  new: 'give callers the address of the new service itself, and switch the old one off.',
} as const;

export function judge(proxies: readonly Comparisons[], limits: Limits): Judgement {
  const compared = proxies.flatMap((proxy) => proxy.compared);
  const names = [...new Set(compared.map(({ labels }) => labels.caller ?? ''))].filter(
    (name) => name !== REFUSED_CALLER,
  );
  const callers = names.map((caller) => callerIn(compared, caller, limits));
  const steps = new Set(proxies.map(({ serve, fallback }) => (fallback ? 'fallback' : serve)));
  const refused = countOf(compared, { caller: REFUSED_CALLER, outcome: 'different' });
  const failed = proxies.flatMap(({ served }) => served).filter(({ labels }) => FAILURES.has(labels.ending ?? ''));
  const [step = 'old'] = steps;
  const problems = [
    ...(steps.size > 1 ? ['The proxies serve different sides.'] : []),
    ...(callers.every(({ compared: count }) => count === 0) ? ['Nothing has been compared.'] : []),
    ...(refused > 0 ? [`${refused} requests that the served side refused are answered by the other.`] : []),
    ...(step === 'old' ? [] : failed.map(({ labels, count }) => `${count} requests ended as ${labels.ending}.`)),
  ];
  return {
    ready: problems.length === 0 && callers.every((caller) => caller.problems.length === 0),
    next: NEXT[step],
    since:
      proxies
        .map(({ since }) => since)
        .toSorted()
        .at(-1) ?? '',
    problems,
    callers,
    differences: sums(
      proxies.flatMap((proxy) => proxy.differences),
      'kind',
    ),
    ignored: sums(
      proxies.flatMap((proxy) => proxy.ignored),
      'rule',
    ),
    notCompared: sums(
      proxies.flatMap((proxy) => proxy.notCompared),
      'reason',
    ),
  };
}

/** How a request ended that the new side did not answer by itself. */
const FAILURES: ReadonlySet<string> = new Set(['fallback', 'unavailable', 'timeout', 'broken_off']);

function callerIn(counts: readonly Counted[], caller: string, { minComparisons, minCompared }: Limits) {
  const own = counts.filter(({ labels }) => labels.caller === caller);
  let total = 0;
  const problems = [...new Set(own.map(({ labels }) => labels.lookup ?? ''))].flatMap((lookup) => {
    const count = (outcome: string): number => countOf(own, { lookup, outcome });
    const [different, missing] = [count('different'), count('not_compared')];
    const compared = count('same') + count('ignored') + different;
    total += compared;
    const share = compared / (compared + missing);
    return [
      ...(different > 0 ? [`${different} of ${compared} answers of ${lookup} differ`] : []),
      ...(compared < minComparisons ? [`only ${compared} of ${minComparisons} comparisons of ${lookup}`] : []),
      ...(share < minCompared
        ? [`${Math.floor(1_000 * share) / 10} % of the requests for ${lookup} were compared`]
        : []),
    ];
  });
  return { caller, compared: total, problems };
}

const countOf = (counts: readonly Counted[], wanted: Readonly<Record<string, string>>): number =>
  counts
    .filter(({ labels }) => Object.entries(wanted).every(([name, value]) => labels[name] === value))
    .reduce((sum, { count }) => sum + count, 0);

function sums(counts: readonly Counted[], label: string): Sum[] {
  const all = new Map<string, Sum>();
  for (const { labels, count } of counts) {
    const [lookup = '', what = ''] = [labels.lookup, labels[label]];
    const key = `${lookup} ${what}`;
    all.set(key, { lookup, what, count: count + (all.get(key)?.count ?? 0) });
  }
  return [...all.values()].toSorted((one, other) => other.count - one.count);
}
