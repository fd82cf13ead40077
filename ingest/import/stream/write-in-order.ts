import { setTimeout } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Tables } from '../../../src/db/tables';
import { MISSING } from '../refusals';
import { type Change, keyOf, referencesOf } from './changes';
import type { WaitingChange, WaitingChanges } from './waiting-changes';
import { type ChangeCounts, noCounts, writeChanges } from './write-changes';

/** The server ends a transaction to resolve a deadlock (1213), or one that waits too long for another (1205). */
const CONFLICTS: readonly unknown[] = [1213, 1205];
const ATTEMPTS = 5;
const PAUSE_MS = 50;

/**
 * Makes changes in one transaction, which is repeated if it conflicts with that of another program.
 * @returns what was done, and what waits now
 */
export async function commitInOrder(
  connection: Kysely<Tables>,
  changes: readonly Change[],
  waitingBefore: ReadonlyMap<string, WaitingChange>,
) {
  for (let attempt = 1; ; attempt += 1) {
    const waiting = new Map(waitingBefore);
    const counts = noCounts();
    if (changes.length === 0) return { counts, waiting };
    try {
      await connection.transaction().execute((db) => writeInOrder(db, changes, waiting, counts));
      return { counts, waiting };
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await setTimeout(PAUSE_MS * 2 ** attempt);
    }
  }
}

function isConflict(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (CONFLICTS.includes((each as { errno?: unknown }).errno)) return true;
  }
  return false;
}

/**
 * Makes changes in their order, and then those that wait, until none of them becomes possible. A change that lacks a record is
 * not tried before a change of this record.
 */
async function writeInOrder(
  db: Kysely<Tables>,
  changes: readonly Change[],
  waiting: WaitingChanges,
  counts: ChangeCounts,
): Promise<void> {
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
