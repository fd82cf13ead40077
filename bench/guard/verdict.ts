import { type Case, caseTitle } from '../speed/cases';
import { type Limit, type Limits, mostOf } from './limits';

export interface Measured {
  readonly one: Case;
  /** CPU time of a request as a ratio to the floor. */
  readonly ratio: number;
}

export interface Verdict extends Measured {
  readonly limit: Limit | undefined;
  readonly passes: boolean;
  /** A case that was measured twice; the second measurement counts. */
  readonly again: boolean;
}

/**
 * Compares each case with its limit. One that is past it is looked at once more, for noise passes and a slowdown stays; one
 * without a limit fails at once.
 * @param look measures cases again, with more requests than before
 */
export async function judge(
  measured: readonly Measured[],
  limits: Limits,
  look: (cases: readonly Case[]) => Promise<readonly Measured[]>,
): Promise<Verdict[]> {
  const first = measured.map((figure) => verdictOn(figure, limits, false));
  const doubtful = first.filter(({ limit, passes }) => limit !== undefined && !passes).map(({ one }) => one);
  if (doubtful.length === 0) return first;
  const second = (await look(doubtful)).map((figure) => verdictOn(figure, limits, true));
  return first.map((verdict) => second.find(({ one }) => one === verdict.one) ?? verdict);
}

function verdictOn({ one, ratio }: Measured, limits: Limits, again: boolean): Verdict {
  const limit = limits[caseTitle(one)];
  // A ratio of NaN must fail, so the comparison is `<=`.
  return { one, ratio, limit, passes: limit !== undefined && ratio <= mostOf(limit), again };
}

/** A line for each case. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ one, ratio, limit, passes, again }) => [
    caseTitle(one),
    ratio.toFixed(2),
    limit?.ratio.toFixed(2) ?? 'none',
    limit === undefined ? 'none' : mostOf(limit).toFixed(2),
    `${passes ? 'passes' : 'FAILS'}${again ? ', measured twice' : ''}`,
  ]);
  return [['case', 'ratio', 'usual', 'at most', ''], ...lines]
    .map(
      ([title = '', ...cells]) =>
        title.padEnd(16) + cells.map((cell, nth) => cell.padStart([6, 6, 8][nth] ?? 0)).join(' '),
    )
    .join('\n');
}
