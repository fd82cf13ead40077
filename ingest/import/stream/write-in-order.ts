import type { Kysely } from 'kysely';

import type { Tables } from '../../../src/db/tables';
import { MISSING } from '../refusals';
import { sizeOf } from '../source-record';
import { inTransaction } from '../statements';
import { type Change, keyOf, type Place, referencesOf } from './changes';
import { noCounts, writeChanges } from './write-changes';

/** A change that cannot be made yet: what it refers to has not arrived, or another record is in its way. */
export interface WaitingChange {
  readonly change: Change;
  /** Why it could not be made at the last attempt. */
  readonly reason: string;
}

/** By the key of the record. A later change of the same record replaces the one that waits. */
export type WaitingChanges = Map<string, WaitingChange>;

/**
 * Makes changes in their order, in one transaction, and then those that wait, until none of them becomes possible. A change that
 * lacks a record is not tried before a change of this record.
 * @returns what was done, and what waits now
 */
export async function commitInOrder(
  connection: Kysely<Tables>,
  changes: readonly Change[],
  waitingBefore: ReadonlyMap<string, WaitingChange>,
) {
  const commit = async (db: Kysely<Tables>) => {
    const counts = noCounts();
    const waiting: WaitingChanges = new Map(waitingBefore);
    const write = async (round: readonly Change[]): Promise<void> => {
      for (const change of round) waiting.delete(keyOf(change));
      for (const [change, reason] of await writeChanges(db, round, counts))
        waiting.set(keyOf(change), { change, reason });
    };
    for (const round of roundsOf(changes)) await write(round);
    for (let written = new Set(changes.map(keyOf)); written.size > 0;) {
      const possible = [...waiting.values()].filter(
        ({ change, reason }) => !reason.includes(MISSING) || referencesOf(change).some((key) => written.has(key)),
      );
      await write(possible.map(({ change }) => change));
      written = new Set(possible.map(({ change }) => keyOf(change)).filter((key) => !waiting.has(key)));
    }
    return { counts, waiting };
  };
  return changes.length === 0 ? commit(connection) : inTransaction(connection, commit);
}

/**
 * Consecutive changes whose order does not matter: each is of another record, and none refers to a record that is deleted
 * before it.
 */
function* roundsOf(changes: readonly Change[]): Generator<readonly Change[]> {
  let round: Change[] = [];
  let keys = new Set<string>();
  let deleted = new Set<string>();
  for (const change of changes) {
    const key = keyOf(change);
    if (keys.has(key) || (deleted.size > 0 && referencesOf(change).some((each) => deleted.has(each)))) {
      yield round;
      [round, keys, deleted] = [[], new Set(), new Set()];
    }
    round.push(change);
    keys.add(key);
    if (change.entry === undefined) deleted.add(key);
  }
  if (round.length > 0) yield round;
}

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
