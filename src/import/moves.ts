/** Records that change their group and are still in use: they move together, at the end (decision 18). */

import type { RowId } from '../model/page';
import type { StoredRow } from './bulk';
import type { Entry } from './record-reading';
import type { PreparedLease } from './write-leases';

export type UsedKind = 'units' | 'tenants';

interface WaitingRecord {
  readonly entry: Entry<UsedKind>;
  /** As it shall be stored. */
  readonly row: StoredRow;
}

export interface WaitingLease {
  readonly entry: Entry<'leases'>;
  readonly lease: PreparedLease;
  /** The waiting records that it refers to. */
  readonly needs: readonly { readonly kind: UsedKind; readonly identifier: string }[];
}

/** By identifier. */
export interface Moves {
  readonly units: Map<string, WaitingRecord>;
  readonly tenants: Map<string, WaitingRecord>;
  readonly leases: Map<string, WaitingLease>;
}

export const noMoves = (): Moves => ({ units: new Map(), tenants: new Map(), leases: new Map() });

/** The group in which a stored unit or tenant will be once the files are loaded. */
export const comingGroup = (moves: Moves, kind: UsedKind, stored: StoredRow): RowId =>
  Number((moves[kind].get(String(stored.identifier))?.row ?? stored).group_id);
