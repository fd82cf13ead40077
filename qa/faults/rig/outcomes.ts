/** The outcomes of requests: the kind of each, when it was sent and how long it took. */

/**
 * `right`: the answer of the oracle. `STATUS TYPE`: a refusal. `wrong`: another answer. `leak`: an answer with text
 * that the caller may not see. `refused`: no connection. `unanswered`: the request was sent completely, and the
 * connection closed without a byte of an answer. `truncated`: it closed within the answer. `silent`: no answer before
 * the client's timeout.
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
/** The outcomes that no fault excuses. */
export const isWrong = (kind: Kind): boolean => /^(wrong|leak)/.test(kind);
export const isLost = (kind: Kind): boolean => /^(unanswered|truncated|silent)$/.test(kind);
export const isUnavailable: Test = '503 service_unavailable';

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

  /** The longest duration in milliseconds; 0 without outcomes. */
  longest(test: Test = () => true): number {
    return this.#list.filter(by(test)).reduce((longest, { ms }) => Math.max(longest, ms), 0);
  }

  /** The outcomes of requests sent in a period. */
  sent(from: number, to = Infinity): Outcomes {
    const sent = new Outcomes();
    sent.#list.push(...this.#list.filter(({ at }) => at >= from && at < to));
    return sent;
  }

  /** The number of each kind, the most frequent first: `900 right, 12 503 overloaded`. */
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

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
