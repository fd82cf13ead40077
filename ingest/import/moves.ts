/** Records that change their group while others use them. They move together at the end of an import (decision 18). */

import type { RowId } from '../../src/model/page';
import { type WritingRun, writeLeases } from './import-run';
import type { Entry } from './read-batches';
import { BATCH_SIZE, chunksOf } from './statements';
import type { PreparedLease, Use, UsedKind } from './store';
import type { StoredRow } from './kinds';

export interface WaitingRecord {
  readonly entry: Entry<UsedKind>;
  /** The new values. */
  readonly row: StoredRow;
}

export interface WaitingLease {
  readonly entry: Entry<'leases'>;
  readonly lease: PreparedLease;
  /** The waiting records that it refers to. */
  readonly needs: readonly { readonly kind: UsedKind; readonly identifier: string }[];
}

/** An external reference that passes from a stored group, which will be pruned. */
interface PassedRef {
  readonly from: RowId;
  readonly externalRef: string;
}

/** What waits, by identifier. */
export interface Moves {
  /** Stored groups that will be pruned. */
  readonly leaving: ReadonlySet<RowId>;
  readonly groups: Map<string, PassedRef>;
  readonly units: Map<string, WaitingRecord>;
  readonly tenants: Map<string, WaitingRecord>;
  readonly leases: Map<string, WaitingLease>;
}

export const noMoves = (leaving: readonly RowId[] = []): Moves => ({
  leaving: new Set(leaving),
  groups: new Map(),
  units: new Map(),
  tenants: new Map(),
  leases: new Map(),
});

/** The group of a stored unit or tenant after the import. */
export const futureGroup = (moves: Moves, kind: UsedKind, stored: StoredRow): RowId =>
  Number((moves[kind].get(String(stored.identifier))?.row ?? stored).group_id);

const USED_KINDS = ['units', 'tenants'] as const;

/** Moves the waiting records in one transaction, so that no reader sees half a move. Refuses those that cannot move, and what needs them. */
export async function settleMoves(run: WritingRun, waiting: Moves): Promise<void> {
  if (waiting.groups.size + waiting.units.size + waiting.tenants.size === 0) return;
  await run.transaction(async (store) => {
    const [units, tenants, leases] = [new Map(waiting.units), new Map(waiting.tenants), new Map(waiting.leases)];
    const moves: Moves = { ...waiting, units, tenants, leases };
    const stored = await store.find('leases', [], [...leases.keys()]);
    const uses = {
      units: await store.uses('units', idsOf(units)),
      tenants: await store.uses('tenants', idsOf(tenants)),
    };
    while (refuseBlocked(run, moves, uses, stored) > 0);

    const takers = await store.find('groups', [], [...moves.groups.keys()]);
    const passed = [...moves.groups].map(([identifier, ref]) => ({ ...ref, to: takers.get(identifier)?.id ?? NaN }));
    await store.setExternalRefs(passed.map(({ from }) => [from, null]));
    await store.setExternalRefs(passed.map(({ to, externalRef }) => [to, externalRef]));
    await store.detach([...moves.leases.keys()].flatMap((identifier) => stored.get(identifier)?.id ?? []));
    for (const kind of USED_KINDS) {
      const rows = [...moves[kind].values()].map(({ row }) => row);
      await store.update(kind, rows);
      run.count(kind, 'updated', rows.length);
    }
    const moved = [...moves.leases.values()].map(({ lease }) => lease);
    for (const part of chunksOf(moved, BATCH_SIZE)) await writeLeases(run, store, part);
  });
}

const idsOf = (records: ReadonlyMap<string, WaitingRecord>): RowId[] => [...records.values()].map(({ row }) => row.id);

/** Returns how many records it refused. A refused lease stays as stored, and may block others in the next round. */
function refuseBlocked(
  run: WritingRun,
  moves: Moves,
  uses: Readonly<Record<UsedKind, readonly Use[]>>,
  stored: ReadonlyMap<string, StoredRow>,
): number {
  let refused = 0;
  const moving = new Set([...moves.leases.keys()].map((identifier) => stored.get(identifier)?.id));
  for (const kind of USED_KINDS) {
    const blocked = new Set(uses[kind].filter(({ lease }) => !moving.has(lease)).map(({ used }) => used));
    for (const [identifier, { entry, row }] of moves[kind]) {
      if (!blocked.has(row.id)) continue;
      moves[kind].delete(identifier);
      run.refuse(kind, entry.source, '`group` cannot change: a lease in the old group uses this record');
      refused += 1;
    }
  }
  for (const [identifier, { entry, needs }] of moves.leases) {
    const missing = needs.find((need) => !moves[need.kind].has(need.identifier));
    if (missing === undefined) continue;
    moves.leases.delete(identifier);
    const field = missing.kind === 'units' ? '`unit_id` names a unit' : '`tenants` names a tenant';
    run.refuse('leases', entry.source, `${field} that cannot change its group`);
    refused += 1;
  }
  return refused;
}
