/** What a replay found: four counters, and the differences by kind. It has no value of a request or an answer, and no token. */

import type { Difference } from '../comparison/differences';
import type { Operation } from './tape';

/** What removes a difference besides the rules of the comparison: these need several answers. */
export const NOISE_RULES = {
  'not-repeated': 'The difference was not there when both sides were asked again.',
  'left-differs-from-itself': 'Two answers of the left side to the same request differ there, too.',
  'page-boundaries': 'Pages end at different records, but all pages together have the same ones.',
} as const;

/** One result for each request of the tape. */
export type Result =
  | { readonly outcome: 'same' }
  | {
      readonly outcome: 'ignored' | 'different';
      readonly differences: readonly Difference[];
      readonly ignored: readonly Ignored[];
    }
  | { readonly outcome: 'not_compared'; readonly reason: string };

export interface Ignored {
  readonly rule: string;
  readonly difference?: Difference;
}

export interface Group {
  readonly operation: Operation;
  readonly kind: string;
  readonly path: string;
  /** The rule that ignored it. */
  readonly rule?: string;
  requests: number;
  differences: number;
  readonly example: {
    /** Line of the tape. */
    readonly line: number;
    readonly left: string;
    readonly right: string;
    readonly record?: string;
  };
}

export interface Report {
  readonly requests: number;
  readonly same: number;
  readonly ignored: number;
  readonly different: number;
  readonly notCompared: number;
  /** Requests; one may count for several rules. */
  readonly ignoredBy: Readonly<Record<string, number>>;
  readonly notComparedBecause: Readonly<Record<string, number>>;
  readonly differences: readonly Group[];
  readonly ignoredDifferences: readonly Group[];
  /** Requests that the left side was asked twice, and those whose two answers differed. */
  readonly noise: { readonly asked: number; readonly differed: number };
  readonly seconds: number;
}

/** Groups that are kept. A server cannot make the report grow without end. */
const MAX_GROUPS = 500;

export function createReport() {
  const counts = { same: 0, ignored: 0, different: 0, not_compared: 0 };
  const ignoredBy = new Map<string, number>();
  const reasons = new Map<string, number>();
  const noise = { asked: 0, differed: 0 };
  const found = new Map<string, Group>();
  const ignored = new Map<string, Group>();

  function add(operation: Operation, line: number, result: Result): void {
    counts[result.outcome] += 1;
    if (result.outcome === 'same') return;
    if (result.outcome === 'not_compared') return increase(reasons, result.reason);
    for (const rule of new Set(result.ignored.map((one) => one.rule))) increase(ignoredBy, rule);
    group(
      found,
      operation,
      line,
      result.differences.map((difference) => ({ difference })),
    );
    group(ignored, operation, line, result.ignored);
  }

  return {
    add,
    noise,
    finish: (seconds: number): Report => ({
      requests: counts.same + counts.ignored + counts.different + counts.not_compared,
      same: counts.same,
      ignored: counts.ignored,
      different: counts.different,
      notCompared: counts.not_compared,
      ignoredBy: sorted(ignoredBy),
      notComparedBecause: sorted(reasons),
      differences: byRequests(found),
      ignoredDifferences: byRequests(ignored),
      noise: { ...noise },
      seconds,
    }),
  };
}

function group(
  groups: Map<string, Group>,
  operation: Operation,
  line: number,
  all: readonly { readonly difference?: Difference; readonly rule?: string }[],
): void {
  const counted = new Set<Group>();
  for (const { difference, rule } of all) {
    if (difference === undefined) continue;
    const { kind, path, left, right, record } = difference;
    // The status of an answer decides what a caller does next, so each pair of them is a group of its own.
    const key = JSON.stringify([operation, kind, path, rule, kind === 'status' && [left, right]]);
    let own = groups.get(key);
    if (own === undefined) {
      if (groups.size >= MAX_GROUPS) continue;
      const example = { line, left, right, ...(record !== undefined && { record }) };
      own = { operation, kind, path, ...(rule !== undefined && { rule }), requests: 0, differences: 0, example };
      groups.set(key, own);
    }
    own.differences += 1;
    if (!counted.has(own)) own.requests += 1;
    counted.add(own);
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].toSorted(([, own], [, other]) => other - own));

const byRequests = (groups: ReadonlyMap<string, Group>): Group[] =>
  [...groups.values()].toSorted((own, other) => other.requests - own.requests);
