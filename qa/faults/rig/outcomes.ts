/**
 * `right`: the answer of the oracle. `STATUS TYPE`: a refusal. `wrong`: another answer. `leak`: an answer with text
 * that the caller may not see. `refused`: no connection. `unanswered`: the request was sent completely, and the
 * connection closed without a byte of an answer. `truncated`: it closed within the answer. `silent`: no answer before
 * the client's timeout.
 */
export type Kind = string;

/** The number of requests of each kind. */
export type Outcomes = Readonly<Record<Kind, number>>;

/** The outcomes that no fault excuses. */
export const isWrong = (kind: Kind): boolean => /^(wrong|leak)/.test(kind);
export const isLost = (kind: Kind): boolean => /^(unanswered|truncated|silent)$/.test(kind);

export const countOf = (outcomes: Outcomes, test: (kind: Kind) => boolean): number =>
  Object.entries(outcomes).reduce((sum, [kind, count]) => sum + (test(kind) ? count : 0), 0);

/** The most frequent kind first: `900 × right, 12 × 503 overloaded`. */
export function shown(outcomes: Outcomes): string {
  const sorted = Object.entries(outcomes).sort(([, one], [, other]) => other - one);
  return sorted.map(([kind, count]) => `${count.toLocaleString('en-GB')} × ${kind}`).join(', ') || 'nothing';
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
