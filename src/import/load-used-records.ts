import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import {
  equalRows,
  insertRows,
  type Row,
  executeIn,
  selectByIdentifier,
  type StoredRow,
  updateRows,
} from './statements';
import type { WritingRun } from './import-run';
import type { Moves, UsedKind } from './moves';
import type { Entry } from './read-batches';
import { COLUMNS, toRow } from './kinds';

const USERS: Readonly<Record<UsedKind, (list: string) => string>> = {
  units: (list) => `select distinct unit_id as id from leases where unit_id in (${list})`,
  tenants: (list) => `select distinct tenant_id as id from lease_tenants where tenant_id in (${list})`,
};

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
    return run.transaction(async (db) => {
      const { refused, inserts, updates, movers, unchanged } = await this.#compare(db, batch);
      for (const { source } of refused) run.refuse(kind, source, '`group` does not exist');
      const ids = movers.map(({ row }) => row.id);
      const used = new Set((await executeIn<{ id: RowId }>(db, ids, USERS[kind])).map(({ id }) => id));
      for (const mover of movers) {
        if (used.has(mover.row.id)) this.moves[kind].set(mover.entry.record.identifier, mover);
        else updates.push(mover.row);
      }
      await insertRows(db, kind, COLUMNS[kind], inserts);
      await updateRows(db, kind, COLUMNS[kind], updates);
      run.count(kind, 'inserted', inserts.length);
      run.count(kind, 'updated', updates.length);
      run.count(kind, 'unchanged', unchanged);
    });
  }

  isStored(batch: readonly Entry<UsedKind>[]): Promise<boolean> {
    return this.run.transaction(async (db) => (await this.#compare(db, batch)).unchanged === batch.length);
  }

  async #compare(db: Kysely<Tables>, batch: readonly Entry<UsedKind>[]): Promise<Compared> {
    const { kind } = this;
    const groups = await selectByIdentifier(
      db,
      'groups',
      [],
      batch.map(({ record }) => record.group),
    );
    const stored = await selectByIdentifier(
      db,
      kind,
      COLUMNS[kind],
      batch.map(({ record }) => record.identifier),
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
