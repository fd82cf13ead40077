/** Records that change their group while others use them. They move together at the end of an import (decision 18). */

import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import type { WritingRun } from './import-run';
import { COLUMNS } from './kinds';
import type { Entry } from './read-batches';
import { BATCH_SIZE, chunksOf, executeIn, type StoredRow, updateRows } from './statements';
import { detachLeases, type PreparedLease, storedLeases, writeLeases } from './write-leases';

export type UsedKind = 'units' | 'tenants';

interface WaitingRecord {
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

/** Waiting records by identifier. */
export interface Moves {
  readonly units: Map<string, WaitingRecord>;
  readonly tenants: Map<string, WaitingRecord>;
  readonly leases: Map<string, WaitingLease>;
}

export const noMoves = (): Moves => ({ units: new Map(), tenants: new Map(), leases: new Map() });

/** The group of a stored unit or tenant after the import. */
export const futureGroup = (moves: Moves, kind: UsedKind, stored: StoredRow): RowId =>
  Number((moves[kind].get(String(stored.identifier))?.row ?? stored).group_id);

interface Use {
  readonly used: RowId;
  readonly lease: RowId;
}

const USES: Readonly<Record<UsedKind, (list: string) => string>> = {
  units: (list) => `select unit_id as used, id as lease from leases where unit_id in (${list})`,
  tenants: (list) => `select tenant_id as used, lease_id as lease from lease_tenants where tenant_id in (${list})`,
};

const USED_KINDS = ['units', 'tenants'] as const;

/** Moves the waiting records in one transaction, so that no reader sees half a move. Refuses those that cannot move, and what needs them. */
export async function settleMoves(run: WritingRun, moves: Moves): Promise<void> {
  if (moves.units.size + moves.tenants.size === 0) return;
  await run.transaction(async (db) => {
    const leases = [...moves.leases.values()].map(({ lease }) => lease);
    const stored = await storedLeases(db, leases);
    const idOf = new Map([...stored].map(([identifier, { id }]) => [identifier, id]));
    const uses = { units: await usesOf(db, moves, 'units'), tenants: await usesOf(db, moves, 'tenants') };
    while (refuseBlocked(run, moves, uses, idOf) > 0);

    const moving = [...moves.leases.keys()].flatMap((identifier) => idOf.get(identifier) ?? []);
    await detachLeases(db, moving);
    for (const kind of USED_KINDS) {
      await updateRows(
        db,
        kind,
        COLUMNS[kind],
        [...moves[kind].values()].map(({ row }) => row),
      );
      run.count(kind, 'updated', moves[kind].size);
    }
    for (const part of chunksOf([...moves.leases.values()], BATCH_SIZE)) {
      const { inserted, updated } = await writeLeases(
        db,
        part.map(({ lease }) => lease),
      );
      run.count('leases', 'inserted', inserted);
      run.count('leases', 'updated', updated);
    }
  });
}

function usesOf(db: Kysely<Tables>, moves: Moves, kind: UsedKind): Promise<Use[]> {
  const ids = [...moves[kind].values()].map(({ row }) => row.id);
  return executeIn<Use>(db, ids, USES[kind]);
}

/** Returns how many records it refused. A refused lease stays as stored, and may block others in the next round. */
function refuseBlocked(
  run: WritingRun,
  moves: Moves,
  uses: Readonly<Record<UsedKind, readonly Use[]>>,
  idOf: ReadonlyMap<string, RowId>,
): number {
  let refused = 0;
  const moving = new Set([...moves.leases.keys()].map((identifier) => idOf.get(identifier)));
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
