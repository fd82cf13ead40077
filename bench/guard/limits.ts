/** How much CPU time each case may cost: a file, written by `npm run bench:guard -- --write`. */

import { type Case, CASES, caseTitle } from '../speed/cases';

export interface Limit {
  /** CPU time of a request as a ratio to the floor, as it was measured. */
  readonly ratio: number;
  /** How much more noise may make of it, as a share of the ratio. */
  readonly margin: number;
}

/** By the titles of the cases. */
export type Limits = Readonly<Record<string, Limit>>;

/** Of a case that is measured for the first time. */
const FIRST_MARGIN = 0.5;

export const mostOf = ({ ratio, margin }: Limit): number => ratio * (1 + margin);

/** Each case's limit anew, its margin kept. */
export function limitsOf(measured: ReadonlyMap<Case, number>, before: Limits): Limits {
  const titled = [...measured].map(([one, ratio]): [string, Limit] => {
    const title = caseTitle(one);
    return [title, { ratio: Number(ratio.toFixed(2)), margin: before[title]?.margin ?? FIRST_MARGIN }];
  });
  return Object.fromEntries(titled);
}

/** Limits that belong to no case. */
export function strangersIn(limits: Limits): string[] {
  const titles = CASES.map(caseTitle);
  return Object.keys(limits).filter((title) => !titles.includes(title));
}
