import { equalRows } from './statements';
import type { Store, UsedKind } from './store';
import type { WritingRun } from './import-run';
import type { Moves } from './moves';
import type { Entry } from './read-batches';
import { MISSING } from './refusals';
import { COLUMNS, toRow, type Row, type StoredRow } from './kinds';

interface Compared {
  /** Their group does not exist. */
  readonly refused: Entry<UsedKind>[];
  readonly inserts: Row[];
  readonly updates: StoredRow[];
  /** They change their group. */
  readonly movers: { readonly entry: Entry<UsedKind>; readonly row: StoredRow }[];
  unchanged: number;
}

/** Loads units or tenants. A record that changes its group while a lease uses it waits in `moves`. */
export class UsedRecordLoader {
  constructor(
    private readonly run: WritingRun,
    private readonly moves: Moves,
    private readonly kind: UsedKind,
  ) {}

  load(batch: readonly Entry<UsedKind>[]): Promise<void> {
    const { run, kind } = this;
    return run.transaction(async (store) => {
      const { refused, inserts, updates, movers, unchanged } = await this.#compare(store, batch);
      for (const { source } of refused) run.refuse(kind, source, `\`group\` ${MISSING}`);
      const ids = movers.map(({ row }) => row.id);
      const used = await store.used(kind, ids);
      for (const mover of movers) {
        if (used.has(mover.row.id)) this.moves[kind].set(mover.entry.record.identifier, mover);
        else updates.push(mover.row);
      }
      await store.insert(kind, inserts);
      await store.update(kind, updates);
      run.count(kind, 'inserted', inserts.length);
      run.count(kind, 'updated', updates.length);
      run.count(kind, 'unchanged', unchanged);
    });
  }

  async #compare(store: Store, batch: readonly Entry<UsedKind>[]): Promise<Compared> {
    const { kind } = this;
    const records = batch.map(({ record }) => record);
    const groups = await store.find(
      'groups',
      [],
      records.map(({ group }) => group),
    );
    const stored = await store.find(
      kind,
      COLUMNS[kind],
      records.map(({ identifier }) => identifier),
    );
    const compared: Compared = { refused: [], inserts: [], updates: [], movers: [], unchanged: 0 };
    for (const entry of batch) {
      const groupId = groups.get(entry.record.group)?.id;
      if (groupId === undefined) {
        compared.refused.push(entry);
        continue;
      }
      const before = stored.get(entry.record.identifier);
      const after = toRow(kind, entry.record, { group_id: groupId });
      if (before === undefined) compared.inserts.push(after);
      else if (before.group_id !== groupId) compared.movers.push({ entry, row: { ...after, id: before.id } });
      else if (equalRows(COLUMNS[kind], before, after)) compared.unchanged += 1;
      else compared.updates.push({ ...after, id: before.id });
    }
    return compared;
  }
}
