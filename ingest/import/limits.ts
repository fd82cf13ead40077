/** Limits that are a number of records or a share of them, such as `500` or `10%`. */

import type { CountedKind } from './kinds';

export type RecordLimit = { readonly records: number } | { readonly percent: number };

/** @returns undefined when the text is not a limit */
export function parseLimit(text: string): RecordLimit | undefined {
  const [, number = '', percent] = /^(\d{1,12}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (number === '') return undefined;
  if (percent === '%') return value <= 100 ? { percent: value } : undefined;
  return Number.isInteger(value) ? { records: value } : undefined;
}

/** Whether `count` of `all` records is above the limit. */
export const exceeds = (limit: RecordLimit, count: number, all: number): boolean =>
  'records' in limit ? count > limit.records : count * 100 > limit.percent * all;

/** The limit without `--max-prune`. */
export const USUAL_PRUNE: RecordLimit = { percent: 10 };

/** The limit without `--max-refused`. */
export const NONE: RecordLimit = { records: 0 };

export interface Loss {
  readonly kind: CountedKind;
  /** The name of the source. */
  readonly name: string;
  readonly isEmpty: boolean;
  /** Stored records that are not in the source. */
  readonly missing: number;
  readonly stored: number;
}

/** Why an import that would lose too much does not begin. */
export function lossMessage(losses: readonly Loss[], limit: RecordLimit): string {
  const most = 'records' in limit ? limit.records : `${limit.percent}%`;
  const lines = losses.map(({ kind, name, isEmpty, missing, stored }) =>
    isEmpty
      ? `${name} holds no records, and ${stored} ${kind} are stored.`
      : `${name} lacks ${missing} of the ${stored} stored ${kind}, and at most ${most} may be pruned.`,
  );
  const share = Math.max(...losses.map(({ missing, stored }) => Math.ceil((missing * 100) / stored)));
  return `${lines.join(' ')} Nothing was changed. If that is right, run it again with --max-prune ${share}%.`;
}
