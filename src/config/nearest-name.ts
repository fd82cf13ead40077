/**
 * The accepted name that was probably meant: one that differs in a third of its letters at most, or the only one that
 * contains the name or is part of it.
 */
export function nearestName(name: string, accepted: readonly string[]): string | undefined {
  const own = plain(name);
  const [best] = accepted
    .map((each) => ({ each, distance: editDistance(own, plain(each)) }))
    .filter((one) => one.distance * 3 <= own.length)
    .toSorted((one, other) => one.distance - other.distance);
  const similar = accepted.filter((each) => plain(each).includes(own) || own.includes(plain(each)));
  return best?.each ?? (similar.length === 1 && own.length > 2 ? similar[0] : undefined);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Levenshtein: how many letters must be inserted, deleted or replaced. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1)
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === other[at] ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
