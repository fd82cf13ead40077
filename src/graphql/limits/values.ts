/** Whether a JSON value holds more than `most` values on all its levels. Stops once it has found that many. */
export function hasMoreValues(value: unknown, most: number): boolean {
  const seen = [value];
  let count = 0;
  for (const next of seen) {
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += values.length;
    if (count > most) return true;
    seen.push(...values);
  }
  return false;
}
