import type { WritingRun } from './import-run';
import type { Moves } from './moves';
import type { Entry } from './read-batches';
import type { Holder, RefChange } from './store';

type GroupEntry = Entry<'groups'>;

/**
 * Loads groups, all at once: a group may take the external reference of another, which may change its own. If the other will
 * be pruned, the reference passes on in `moves`, together with the records of the group.
 */
export async function loadGroups(run: WritingRun, moves: Moves, entries: readonly GroupEntry[]): Promise<void> {
  const passed = await run.transaction(async (store) => {
    const identifiers = entries.map(({ record }) => record.identifier);
    const stored = await store.find('groups', ['external_ref'], identifiers);
    const changed = entries.filter(({ record }) => stored.get(record.identifier)?.external_ref !== record.external_ref);
    run.count('groups', 'unchanged', entries.length - changed.length);
    const holders = await store.holders(changed.flatMap(({ record }) => record.external_ref ?? []));
    const later: Moves['groups'] = new Map();
    const taken = settle(run, moves, changed, holders).map((entry) => {
      const { identifier, external_ref: externalRef } = entry.record;
      const holder = holders.get(externalRef ?? '');
      if (externalRef === null || holder === undefined || !moves.leaving.has(holder.id)) return entry;
      later.set(identifier, { from: holder.id, externalRef });
      return { ...entry, record: { ...entry.record, external_ref: null } };
    });
    // Two groups may swap references, so all are cleared before any is set.
    const updates = taken.flatMap(({ record }): RefChange[] => {
      const row = stored.get(record.identifier);
      return row === undefined ? [] : [[row.id, record.external_ref]];
    });
    await store.setExternalRefs(updates.map(([id]) => [id, null]));
    await store.setExternalRefs(updates);
    const inserts = taken.filter(({ record }) => !stored.has(record.identifier)).map(({ record }) => ({ ...record }));
    await store.insert('groups', inserts);
    run.count('groups', 'inserted', inserts.length);
    run.count('groups', 'updated', updates.length);
    return later;
  });
  for (const [identifier, each] of passed) moves.groups.set(identifier, each);
}

/** The groups that get the reference they want. A refused group keeps its own, which may block another group. */
function settle(
  run: WritingRun,
  { leaving }: Moves,
  changed: readonly GroupEntry[],
  holders: ReadonlyMap<string, Holder>,
): GroupEntry[] {
  const open = new Map(changed.map((entry) => [entry.record.identifier, entry]));
  for (let before = -1; before !== open.size;) {
    before = open.size;
    const takers = new Set<string>();
    for (const [identifier, { record, source }] of open) {
      const wanted = record.external_ref;
      if (wanted === null) continue;
      const holder = holders.get(wanted);
      const free = holder === undefined || open.has(holder.identifier) || leaving.has(holder.id);
      if (free && !takers.has(wanted)) {
        takers.add(wanted);
      } else {
        open.delete(identifier);
        run.refuse('groups', source, REF_IS_TAKEN);
      }
    }
  }
  return [...open.values()];
}

const REF_IS_TAKEN =
  '`external_ref` belongs to another group; one that is no longer in the files passes it on with `--prune`';
