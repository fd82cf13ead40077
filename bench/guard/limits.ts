/** How much CPU time each case may cost: a file, written by `npm run bench:guard -- --write`. */

import { type Case, CASES, caseTitle } from '../speed/cases';

export interface Limit {
  /** The measured CPU time of a request as a ratio to the floor. */
  readonly ratio: number;
  /** The margin for noise, as a share of the ratio. */
  readonly margin: number;
}

/** By case title. */
export type Limits = Readonly<Record<string, Limit>>;

/** The margin of a case without an earlier limit. */
const FIRST_MARGIN = 0.5;

export const mostOf = ({ ratio, margin }: Limit): number => ratio * (1 + margin);

/** The renewed limit of each case, with its old margin. */
export function limitsOf(measured: ReadonlyMap<Case, number>, before: Limits): Limits {
  const titled = [...measured].map(([one, ratio]): [string, Limit] => {
    const title = caseTitle(one);
    return [title, { ratio: Number(ratio.toFixed(2)), margin: before[title]?.margin ?? FIRST_MARGIN }];
  });
  return Object.fromEntries(titled);
}

/** Limits without a case. */
export function strangersIn(limits: Limits): string[] {
  const titles = CASES.map(caseTitle);
  return Object.keys(limits).filter((title) => !titles.includes(title));
}
