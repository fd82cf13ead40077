/** What became of requests: of each its kind, when it was sent and how long it took. */

/**
 * `right` is the answer that the oracle has. `STATUS TYPE` is a refusal. `wrong` is another answer, `leak` one that holds what
 * nobody may see. `refused` got no connection. `unanswered` was written whole, and the connection ended without a byte of an
 * answer; `truncated` ended within it. `silent` had no answer in the time that a client waits.
 */
export type Kind = string;

export interface Outcome {
  readonly kind: Kind;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  readonly ms: number;
}

export type Test = Kind | ((kind: Kind) => boolean);

export const isRight: Test = 'right';
export const isFailure = (kind: Kind): boolean => kind !== 'right';
/** What no fault excuses. */
export const isWrong = (kind: Kind): boolean => /^(wrong|leak)/.test(kind);
export const isLost = (kind: Kind): boolean => /^(unanswered|truncated|silent)$/.test(kind);
export const isUnavailable: Test = '503 service_unavailable';
export const isOverloaded: Test = '503 overloaded';

export class Outcomes {
  readonly #list: Outcome[] = [];

  add(kind: Kind, at: number, ms: number): void {
    this.#list.push({ kind, at, ms });
  }

  get total(): number {
    return this.#list.length;
  }

  count(test: Test): number {
    return this.#list.filter(by(test)).length;
  }

  /** The longest that one of them took, in milliseconds; 0 when there is none. */
  longest(test: Test): number {
    return this.#list.filter(by(test)).reduce((longest, { ms }) => Math.max(longest, ms), 0);
  }

  quantile(test: Test, share: number): number {
    const sorted = Float64Array.from(this.#list.filter(by(test)), ({ ms }) => ms).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  }

  /** Those that were sent in a span of time. */
  sent(from: number, to = Infinity): Outcomes {
    const those = new Outcomes();
    for (const one of this.#list) if (one.at >= from && one.at < to) those.#list.push(one);
    return those;
  }

  /** Those that were sent and answered in a span of time. */
  within(from: number, to = Infinity): Outcomes {
    const those = new Outcomes();
    for (const one of this.#list) if (one.at >= from && one.at + one.ms < to) those.#list.push(one);
    return those;
  }

  /** When the first of this kind was answered after a moment; Infinity when none was. */
  firstAnswered(test: Test, after: number): number {
    const ends = this.#list.filter(by(test)).map(({ at, ms }) => at + ms);
    return ends.reduce((first, end) => (end >= after ? Math.min(first, end) : first), Infinity);
  }

  /** How many of each kind, the most frequent first: `900 right, 12 503 overloaded`. */
  toString(): string {
    const counts = new Map<Kind, number>();
    for (const { kind } of this.#list) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const sorted = [...counts].sort(([, a], [, b]) => b - a);
    return sorted.map(([kind, count]) => `${count.toLocaleString('en-GB')} × ${kind}`).join(', ') || 'nothing';
  }
}

function by(test: Test): (outcome: Outcome) => boolean {
  return typeof test === 'string' ? ({ kind }) => kind === test : ({ kind }) => test(kind);
}
