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
import type { ImportRun } from './import-run';
import type { Moves, UsedKind } from './moves';
import type { Entry } from './read-batches';
import { COLUMNS, toRow } from './kinds';

const USERS: Readonly<Record<UsedKind, (list: string) => string>> = {
  units: (list) => `select distinct unit_id as id from leases where unit_id in (${list})`,
  tenants: (list) => `select distinct tenant_id as id from lease_tenants where tenant_id in (${list})`,
};

/** Loads units or tenants. A record that changes its group while a lease uses it waits in `moves`. */
export class UsedRecordLoader {
  constructor(
    private readonly run: ImportRun,
    private readonly moves: Moves,
    private readonly kind: UsedKind,
  ) {}

  load(batch: readonly Entry<UsedKind>[]): Promise<void> {
    const { run, kind } = this;
    return run.transaction(async (db) => {
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
      const inserts: Row[] = [];
      const updates: StoredRow[] = [];
      const movers: { entry: Entry<UsedKind>; row: StoredRow }[] = [];
      for (const entry of batch) {
        const { identifier, group } = entry.record;
        const groupId = groups.get(group)?.id;
        if (groupId === undefined) {
          run.refuse(kind, entry.source, '`group` does not exist');
          continue;
        }
        this.moves[kind].delete(identifier);
        const before = stored.get(identifier);
        const after = toRow(kind, entry.record, { group_id: groupId });
        if (before === undefined) inserts.push(after);
        else if (before.group_id !== groupId) movers.push({ entry, row: { ...after, id: before.id } });
        else if (equalRows(COLUMNS[kind], before, after)) run.count(kind, 'unchanged');
        else updates.push({ ...after, id: before.id });
      }
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
    });
  }
}
