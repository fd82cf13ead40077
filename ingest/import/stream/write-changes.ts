import type { Kysely } from 'kysely';

import type { Tables } from '../../../src/db/tables';
import type { WritingRun } from '../import-run';
import { KINDS, type RecordKind } from '../kinds';
import { loadRecords } from '../load-records';
import { noMoves, settleMoves } from '../moves';
import type { SourceRecord } from '../source-record';
import { Store } from '../store';
import type { Change } from './changes';

/** Deletions of records that do not exist are unchanged; skipped lines are no changes. */
const COUNTED = ['inserted', 'updated', 'unchanged', 'deleted', 'refused', 'skipped'] as const;

/** How many records were inserted, updated and so on. */
export type ChangeCounts = Record<(typeof COUNTED)[number], number>;

export const noCounts = (): ChangeCounts => Object.fromEntries(COUNTED.map((what) => [what, 0])) as ChangeCounts;

/**
 * Makes changes of different records, in the caller's transaction. They are made together, so that records that refer to each
 * other may come in any order.
 * @returns the changes that cannot be made as the records are now, with the reason
 */
export async function writeChanges(
  db: Kysely<Tables>,
  changes: readonly Change[],
  counts: ChangeCounts,
): Promise<ReadonlyMap<Change, string>> {
  const refused = new Map<Change, string>();
  const bySource = new Map<SourceRecord, Change>(changes.map((change) => [change.source, change]));
  const store = new Store(db);
  const run: WritingRun = {
    transaction: (work) => work(store),
    count(_kind, what, records = 1) {
      if (what === 'inserted' || what === 'updated' || what === 'unchanged') counts[what] += records;
    },
    refuse(_kind, source, reason) {
      const change = bySource.get(source);
      if (change === undefined) throw new Error('A change that was not asked for was refused.');
      refused.set(change, reason);
    },
  };
  const deleteAll = async (kind: RecordKind): Promise<void> => {
    const deletions = changes.filter((change) => change.kind === kind && change.entry === undefined);
    const identifiers = deletions.map(({ identifier }) => identifier);
    const stored = await store.find(kind, [], identifiers);
    const ids = [...stored.values()].map(({ id }) => id);
    const used = await store.used(kind, ids);
    const use = kind === 'groups' ? 'it has units, tenants or leases' : 'a lease uses it';
    for (const change of deletions)
      if (used.has(stored.get(change.identifier)?.id ?? NaN)) refused.set(change, `cannot be deleted: ${use}`);
    const unused = ids.filter((id) => !used.has(id));
    await store.remove(kind, unused);
    counts.deleted += unused.length;
    counts.unchanged += deletions.length - stored.size;
  };
  const moves = noMoves();

  // A deleted lease no longer keeps its unit and tenants in their group.
  await deleteAll('leases');
  for (const kind of KINDS) {
    const entries = changes.flatMap((change) => (change.kind === kind ? (change.entry ?? []) : []));
    await loadRecords<RecordKind>(run, moves, kind, entries);
  }
  await settleMoves(run, moves);
  for (const kind of ['tenants', 'units', 'groups'] as const) await deleteAll(kind);
  return refused;
}
