/** What a replay found: four counters, and the differences by kind. It has no value of a request or an answer, and no token. */

import { ANSWER_RULES, type Result } from '../compare/compare-lookup';
import { type Difference, withoutDetail } from '../compare/differences';
import { RULES } from '../compare/rules';
import type { Lookup } from '../contract/lookups';

export interface Group extends Pick<Difference, 'kind' | 'path' | 'old' | 'new'> {
  readonly lookup: Lookup;
  /** The rule that ignored it. */
  readonly rule?: string;
  requests: number;
  /** A line of the file; `old` and `new` describe its values. */
  readonly line: number;
}

export interface Report {
  readonly requests: number;
  readonly same: number;
  readonly ignored: number;
  readonly different: number;
  readonly notCompared: number;
  /** Share of the requests that were compared, from 0 to 1. */
  readonly compared: number;
  readonly notComparedBecause: Readonly<Record<string, number>>;
  readonly differences: readonly Group[];
  readonly ignoredDifferences: readonly Group[];
  readonly seconds: number;
}

/** Groups that are kept. A server cannot make the report grow without end. */
const MOST_GROUPS = 500;

export function createReport() {
  const counts = { same: 0, ignored: 0, different: 0, not_compared: 0 };
  const reasons = new Map<string, number>();
  const different = new Map<string, Group>();
  const ignored = new Map<string, Group>();

  return {
    add(lookup: Lookup, line: number, result: Result): void {
      counts[result.outcome] += 1;
      if (result.outcome === 'same') return;
      if (result.outcome === 'not_compared')
        return void reasons.set(result.reason, (reasons.get(result.reason) ?? 0) + 1);
      group(
        different,
        { lookup, line },
        result.differences.map((difference) => ({ difference })),
      );
      group(ignored, { lookup, line }, result.ignored);
    },
    finish(seconds: number): Report {
      const { same, ignored: allowed, different: differing, not_compared: notCompared } = counts;
      const requests = same + allowed + differing + notCompared;
      return {
        requests,
        same,
        ignored: allowed,
        different: differing,
        notCompared,
        compared: requests === 0 ? 0 : (requests - notCompared) / requests,
        notComparedBecause: Object.fromEntries([...reasons].toSorted(([, one], [, other]) => other - one)),
        differences: byRequests(different),
        ignoredDifferences: byRequests(ignored),
        seconds,
      };
    },
  };
}

function group(
  groups: Map<string, Group>,
  where: Pick<Group, 'lookup' | 'line'>,
  all: readonly { readonly difference?: Difference; readonly rule?: string }[],
): void {
  const counted = new Set<Group>();
  for (const { difference, rule } of all) {
    if (difference === undefined) continue;
    const { kind, path, old, new: ours } = difference;
    // The status of an answer decides what a caller does next, so each pair of them is a group of its own.
    const key = JSON.stringify([where.lookup, kind, path, rule, kind === 'status' && [old, ours]]);
    let own = groups.get(key);
    if (own === undefined) {
      if (groups.size >= MOST_GROUPS) continue;
      own = { ...where, ...withoutDetail(difference), ...(rule !== undefined && { rule }), requests: 0 };
      groups.set(key, own);
    }
    if (!counted.has(own)) own.requests += 1;
    counted.add(own);
  }
}

const byRequests = (groups: ReadonlyMap<string, Group>): Group[] =>
  [...groups.values()].toSorted((one, other) => other.requests - one.requests);

/** What is missing for a good result; empty if nothing is. @param minCompared from 0 to 1 */
export function problemsOf({ different, requests, compared }: Report, minCompared: number): string[] {
  if (requests === 0) return ['The file has no request.'];
  return [
    ...(different > 0 ? [`${different} answers differ.`] : []),
    ...(compared < minCompared
      ? [`Only ${percent(compared)} of the requests were compared; --min-compared asks for ${percent(minCompared)}.`]
      : []),
  ];
}

const percent = (share: number): string => `${Math.floor(1_000 * share) / 10} %`;

export function linesOf(report: Report): string[] {
  const { requests, same, ignored, different, notCompared, compared, notComparedBecause, seconds } = report;
  return [
    `${requests} requests in ${seconds.toFixed(1)} s, ${percent(compared)} compared`,
    `  same          ${same}`,
    `  ignored       ${ignored}`,
    `  different     ${different}`,
    `  not compared  ${notCompared}${reasonsIn(notComparedBecause)}`,
    ...section('Differences', report.differences),
    ...section('Habits that rules ignore', report.ignoredDifferences),
  ];
}

const reasonsIn = (counts: Readonly<Record<string, number>>): string => {
  const entries = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return entries.length === 0 ? '' : ` (${entries.join(', ')})`;
};

function section(title: string, groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ lookup, kind, path, rule, requests, line, old, new: ours }) =>
      `  ${kind} at ${path} of ${lookup}: ${requests} requests, first in line ${line}: old ${old}, new ${ours}${meaning(rule)}`,
  );
  return ['', `${title}:`, ...lines];
}

const MEANINGS: Readonly<Record<string, string>> = {
  ...ANSWER_RULES,
  ...Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [name, rule.meaning])),
};

const meaning = (rule: string | undefined): string => (rule === undefined ? '' : ` (${rule}: ${MEANINGS[rule]})`);
