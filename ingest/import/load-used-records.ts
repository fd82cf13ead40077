import { equalRows } from './statements';
import type { UsedKind } from './store';
import type { WritingRun } from './import-run';
import type { Moves, WaitingRecord } from './moves';
import type { Entry } from './read-batches';
import { MISSING } from './refusals';
import { COLUMNS, toRow, type Row, type StoredRow } from './kinds';

/** Loads units or tenants. A record that changes its group while a lease uses it waits in `moves`. */
export async function loadUsedRecords(
  run: WritingRun,
  moves: Moves,
  kind: UsedKind,
  batch: readonly Entry<UsedKind>[],
): Promise<void> {
  const groupNames = batch.map(({ record }) => record.group);
  const identifiers = batch.map(({ record }) => record.identifier);
  const waiting = await run.transaction(async (store) => {
    const groups = await store.find('groups', [], groupNames);
    const stored = await store.find(kind, COLUMNS[kind], identifiers);
    const inserts: Row[] = [];
    const updates: StoredRow[] = [];
    /** They change their group. */
    const movers: WaitingRecord[] = [];
    for (const entry of batch) {
      const group = groups.get(entry.record.group);
      if (group === undefined) {
        run.refuse(kind, entry.source, `\`group\` ${MISSING}`);
        continue;
      }
      const before = stored.get(entry.record.identifier);
      const after = toRow(kind, entry.record, { group_id: group.id });
      if (before === undefined) inserts.push(after);
      else if (before.group_id !== group.id) movers.push({ entry, row: { ...after, id: before.id } });
      else if (equalRows(COLUMNS[kind], before, after)) run.count(kind, 'unchanged');
      else updates.push({ ...after, id: before.id });
    }
    const ids = movers.map(({ row }) => row.id);
    const used = await store.used(kind, ids);
    updates.push(...movers.filter(({ row }) => !used.has(row.id)).map(({ row }) => row));
    await store.insert(kind, inserts);
    await store.update(kind, updates);
    run.count(kind, 'inserted', inserts.length);
    run.count(kind, 'updated', updates.length);
    return movers.filter(({ row }) => used.has(row.id));
  });
  for (const each of waiting) moves[kind].set(each.entry.record.identifier, each);
}
