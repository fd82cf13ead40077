/** The lines of `--differences`: private, because they name records and their values. */

import type { Difference } from './differences';
import type { Result } from './compare-lookup';
import type { Question } from './sides';

/** Characters of a value. */
const LONGEST = 500;

/** @param where the request came from, such as its caller and its line */
export function differenceLines(
  where: Readonly<Record<string, string | number>>,
  { path, body }: Pick<Question, 'path' | 'body'>,
  result: Result,
): object[] {
  if (result.outcome !== 'different') return [];
  return result.differences.map(({ kind, path: place, old, new: ours, detail }: Difference) => ({
    ...where,
    kind,
    path: place,
    records: detail?.records ?? [],
    old: shown(detail?.old ?? old),
    new: shown(detail?.new ?? ours),
    request: { path, body },
  }));
}

function shown(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : value;
}
