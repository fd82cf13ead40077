import type { WritingRun } from './import-run';
import type { Moves } from './moves';
import type { Entry } from './read-batches';
import type { StoredRow } from './kinds';
import type { Holder, RefChange, Store } from './store';

type GroupEntry = Entry<'groups'>;

/**
 * Loads groups. A group that takes the external reference of another waits until all are read, since the other may change its own.
 * If the other will be pruned, the reference passes on in `moves`, together with the records of the group.
 */
export class GroupLoader {
  readonly #waiting = new Map<string, GroupEntry>();

  constructor(
    private readonly run: WritingRun,
    private readonly moves: Moves,
  ) {}

  load(batch: readonly GroupEntry[]): Promise<void> {
    return this.run.transaction(async (store) => {
      const stored = await storedGroups(store, batch);
      const holders = await holdersOf(store, batch);
      const claimed = new Set<string>();
      const ready: GroupEntry[] = [];
      for (const entry of batch) {
        const { identifier, external_ref: wanted } = entry.record;
        this.#waiting.delete(identifier);
        if (stored.get(identifier)?.external_ref === wanted) {
          this.run.count('groups', 'unchanged');
        } else if (wanted !== null && (holders.has(wanted) || claimed.has(wanted))) {
          this.#waiting.set(identifier, entry);
        } else {
          if (wanted !== null) claimed.add(wanted);
          ready.push(entry);
        }
      }
      await this.#write(store, ready, stored);
    });
  }

  isStored(batch: readonly GroupEntry[]): Promise<boolean> {
    return this.run.transaction(async (store) => {
      const stored = await storedGroups(store, batch);
      return batch.every(({ record }) => stored.get(record.identifier)?.external_ref === record.external_ref);
    });
  }

  finish(): Promise<void> {
    return this.run.transaction(async (store) => {
      const waiting = [...this.#waiting.values()];
      if (waiting.length === 0) return;
      const holders = await holdersOf(store, waiting);
      const taken = this.#settle(waiting, holders).map((entry) => this.#passLater(entry, holders));
      const stored = await storedGroups(store, taken);
      // Two groups may swap references, so all are cleared before any is set.
      await store.setExternalRefs([...stored.values()].map(({ id }) => [id, null]));
      await this.#write(store, taken, stored);
    });
  }

  #passLater(entry: GroupEntry, holders: ReadonlyMap<string, Holder>): GroupEntry {
    const { identifier, external_ref: externalRef } = entry.record;
    const holder = holders.get(externalRef ?? '');
    if (externalRef === null || holder === undefined || !this.moves.leaving.has(holder.id)) return entry;
    this.moves.groups.set(identifier, { from: holder.id, externalRef });
    return { ...entry, record: { ...entry.record, external_ref: null } };
  }

  /** The groups that get the reference they want. A refused group keeps its own, which may block another group. */
  #settle(waiting: readonly GroupEntry[], holders: ReadonlyMap<string, Holder>): GroupEntry[] {
    const open = new Map(waiting.map((entry) => [entry.record.identifier, entry]));
    for (let before = -1; before !== open.size;) {
      before = open.size;
      const takers = new Set<string>();
      for (const [identifier, entry] of open) {
        const wanted = entry.record.external_ref ?? '';
        const holder = holders.get(wanted);
        const free = holder === undefined || open.has(holder.identifier) || this.moves.leaving.has(holder.id);
        if (free && !takers.has(wanted)) {
          takers.add(wanted);
        } else {
          open.delete(identifier);
          this.run.refuse(
            'groups',
            entry.source,
            '`external_ref` belongs to another group; one that is no longer in the files passes it on with `--prune`',
          );
        }
      }
    }
    return [...open.values()];
  }

  async #write(store: Store, entries: readonly GroupEntry[], stored: ReadonlyMap<string, StoredRow>): Promise<void> {
    const isNew = ({ record }: GroupEntry): boolean => !stored.has(record.identifier);
    const inserts = entries.filter(isNew).map(({ record }) => ({ ...record }));
    const updates = entries.flatMap(({ record }): RefChange[] => {
      const row = stored.get(record.identifier);
      return row === undefined ? [] : [[row.id, record.external_ref]];
    });
    await store.setExternalRefs(updates);
    await store.insert('groups', inserts);
    this.run.count('groups', 'inserted', inserts.length);
    this.run.count('groups', 'updated', updates.length);
  }
}

const storedGroups = (store: Store, entries: readonly GroupEntry[]): Promise<Map<string, StoredRow>> =>
  store.find(
    'groups',
    ['external_ref'],
    entries.map(({ record }) => record.identifier),
  );

const holdersOf = (store: Store, entries: readonly GroupEntry[]): Promise<Map<string, Holder>> =>
  store.holders(entries.flatMap(({ record }) => record.external_ref ?? []));
