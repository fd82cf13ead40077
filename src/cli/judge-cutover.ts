/** Judges from the metrics of all gateways whether the next LEGACY_MODE can be set. */

import type { MetricLine } from './metric-lines';

export interface Limits {
  /** How many comparisons each caller needs of each operation that it uses. */
  readonly minComparisons: number;
  /** The share of requests that may be without a comparison. */
  readonly maxNotCompared: number;
}

interface Counts {
  readonly operation: string;
  readonly same: number;
  readonly ignored: number;
  readonly different: number;
  readonly notCompared: number;
}

export interface CallerJudgement {
  readonly caller: string;
  readonly ready: boolean;
  readonly problems: readonly string[];
  readonly operations: readonly Counts[];
}

export interface Judgement {
  readonly ready: boolean;
  /** LEGACY_MODE of the gateways. */
  readonly mode: string;
  /** What to do when it is ready. */
  readonly next: string;
  /** The latest start of a gateway: from then on all of them count. */
  readonly since: string;
  /** What holds for all callers together, in addition to the problems of each. */
  readonly problems: readonly string[];
  /** The caller with the most requests first. */
  readonly callers: readonly CallerJudgement[];
  readonly differences: readonly Counted[];
  readonly ignored: readonly Counted[];
  readonly notCompared: readonly Counted[];
  /** Mean duration of each side in milliseconds; null without an answer. */
  readonly meanMs: { readonly legacy: number | null; readonly own: number | null };
}

interface Counted {
  readonly operation: string;
  readonly what: string;
  readonly requests: number;
}

const NEXT: Readonly<Record<string, string>> = {
  shadow: 'LEGACY_MODE=compare (callers get the answers of Leasegate)',
  compare: 'LEGACY_MODE=fallback (nothing is compared any more)',
  fallback: 'LEGACY_MODE=off (the old service can be switched off)',
};

/** @param gateways the metrics of each, which have `leasegate_legacy_mode` */
export function judge(gateways: readonly (readonly MetricLine[])[], limits: Limits): Judgement {
  const lines = gateways.flat();
  const modes = [...new Set(named(lines, 'mode').map(({ labels }) => labels.mode ?? ''))];
  const mode = modes.length === 1 ? modes[0]! : modes.join(', ');
  const callers = mode === 'fallback' ? [] : callersOf(lines, limits);
  const problems = [
    ...(modes.length > 1 ? ['the gateways have different modes'] : []),
    ...problemsOf(mode, lines, callers),
  ];
  const starts = lines.filter(({ name }) => name === 'process_start_time_seconds').map(({ value }) => value);
  return {
    ready: problems.length === 0 && callers.every(({ ready }) => ready),
    mode,
    next: NEXT[mode] ?? 'the same LEGACY_MODE everywhere',
    since: new Date(1000 * Math.max(...starts)).toISOString(),
    problems,
    callers,
    differences: counted(lines, 'differences_total', 'kind'),
    ignored: counted(lines, 'ignored_total', 'rule'),
    notCompared: counted(lines, 'not_compared_total', 'reason'),
    meanMs: { legacy: meanOf(lines, 'legacy'), own: meanOf(lines, 'own') },
  };
}

function problemsOf(mode: string, lines: readonly MetricLine[], callers: readonly CallerJudgement[]): string[] {
  if (mode !== 'fallback') return callers.length === 0 ? ['nothing has been compared'] : [];
  const old = named(lines, 'served_total').filter(({ labels }) => labels.outcome !== 'disconnected');
  const answers = sum(old.filter(({ labels }) => labels.outcome === 'answered'));
  const failures = sum(old) - answers;
  return [
    ...(answers > 0 ? [`${answers} requests needed the answer of the old service`] : []),
    ...(failures > 0 ? [`${failures} requests needed the old service, which did not answer`] : []),
  ];
}

/** The label for tokens that are not valid here. */
const UNKNOWN = 'unknown';

function callersOf(lines: readonly MetricLine[], limits: Limits): CallerJudgement[] {
  const compared = named(lines, 'comparisons_total');
  const callers = [...new Set(compared.map(({ labels }) => labels.caller ?? ''))].map((caller) => {
    const operations = countsOf(compared.filter(({ labels }) => labels.caller === caller));
    const problems = operations.flatMap((counts) => problemsIn(counts, limits, caller !== UNKNOWN));
    return { caller, ready: problems.length === 0, problems, operations };
  });
  const requests = ({ operations }: CallerJudgement): number =>
    operations.reduce((total, counts) => total + comparedIn(counts) + counts.notCompared, 0);
  return callers.toSorted((one, other) => requests(other) - requests(one));
}

function countsOf(lines: readonly MetricLine[]): Counts[] {
  return [...new Set(lines.map(({ labels }) => labels.operation ?? ''))].map((operation) => {
    const count = (outcome: string): number =>
      sum(lines.filter(({ labels }) => labels.operation === operation && labels.outcome === outcome));
    const [same, ignored, different] = [count('same'), count('ignored'), count('different')];
    return { operation, same, ignored, different, notCompared: count('not_compared') };
  });
}

const comparedIn = ({ same, ignored, different }: Counts): number => same + ignored + different;

function problemsIn(counts: Counts, { minComparisons, maxNotCompared }: Limits, needsMany: boolean): string[] {
  const { operation, different, notCompared } = counts;
  const compared = comparedIn(counts);
  const share = notCompared / (compared + notCompared);
  return [
    ...(different > 0 ? [`${different} of ${compared} answers of ${operation} differ`] : []),
    ...(needsMany && compared < minComparisons
      ? [`only ${compared} of ${minComparisons} comparisons of ${operation}`]
      : []),
    ...(share > maxNotCompared ? [`${percent(share)} of the requests for ${operation} were not compared`] : []),
  ];
}

const percent = (share: number): string => `${Math.round(1_000 * share) / 10} %`;

const named = (lines: readonly MetricLine[], name: string): MetricLine[] =>
  lines.filter((line) => line.name === `leasegate_legacy_${name}` && line.value > 0);

const sum = (lines: readonly MetricLine[]): number => lines.reduce((total, { value }) => total + value, 0);

/** The counts of a metric over all gateways, the largest first. */
function counted(lines: readonly MetricLine[], name: string, label: string): Counted[] {
  const counts = new Map<string, Counted>();
  for (const { labels, value } of named(lines, name)) {
    const [operation = '', what = ''] = [labels.operation, labels[label]];
    const key = `${operation} ${what}`;
    counts.set(key, { operation, what, requests: value + (counts.get(key)?.requests ?? 0) });
  }
  return [...counts.values()].toSorted((one, other) => other.requests - one.requests);
}

function meanOf(lines: readonly MetricLine[], side: string): number | null {
  const of = (end: string): number =>
    sum(named(lines, `duration_seconds_${end}`).filter(({ labels }) => labels.side === side));
  return of('count') === 0 ? null : Math.round((10_000 * of('sum')) / of('count')) / 10;
}
