/** Changes that cannot be made yet: what they refer to has not arrived, or another record is in their way. */

import { sizeOf } from '../source-record';
import { type Change, keyOf, type Place } from './changes';

export interface WaitingChange {
  readonly change: Change;
  /** Why it could not be made at the last attempt. */
  readonly reason: string;
}

/** By the key of the record. A later change of the same record replaces the one that waits. */
export type WaitingChanges = Map<string, WaitingChange>;

/** How long a change may wait. */
export interface LateLimits {
  /** The number of lines after it. */
  readonly lines: number;
  /** Milliseconds after it, not counting those in which the input had lines to read. */
  readonly ms: number;
}

/** The size of all changes that wait. Above it, the oldest are too late. */
const LARGEST_TOTAL = 64 * 1024 * 1024;

/** Removes the changes that have waited too long, and returns them. */
export function takeLate(
  waiting: WaitingChanges,
  now: Pick<Place, 'line' | 'waitedMs'>,
  limits: LateLimits,
): WaitingChange[] {
  const all = oldestFirst(waiting);
  let total = all.reduce((sum, { change }) => sum + sizeOf(change.source), 0);
  const late = all.filter(({ change: { place, source } }) => {
    const isLate =
      now.line - place.line >= limits.lines || now.waitedMs - place.waitedMs >= limits.ms || total > LARGEST_TOTAL;
    if (isLate) total -= sizeOf(source);
    return isLate;
  });
  for (const { change } of late) waiting.delete(keyOf(change));
  return late;
}

/** The last position before all that wait; null if there is none. */
export const positionBefore = (waiting: WaitingChanges): string | null =>
  oldestFirst(waiting)[0]?.change.place.after ?? null;

const oldestFirst = (waiting: WaitingChanges): WaitingChange[] =>
  [...waiting.values()].toSorted((one, other) => one.change.place.line - other.change.place.line);
