import type { RowId } from '../../src/model/page';
import type { WritingRun } from './import-run';
import { COLUMNS, type StoredRow } from './kinds';
import { equalRows } from './statements';
import type { ComparedLeases, PreparedLease, Store } from './store';

/** What would have to be written. */
export async function compareLeases(store: Store, leases: readonly PreparedLease[]): Promise<ComparedLeases> {
  const stored = await storedLeases(store, leases);
  const pairs = await storedPairs(store, [...stored.values()]);
  const inserts: PreparedLease[] = [];
  const changes: ComparedLeases['changes'][number][] = [];
  for (const lease of leases) {
    const before = stored.get(lease.row.identifier);
    if (before === undefined) {
      inserts.push(lease);
      continue;
    }
    const { id } = before;
    const sameRow = equalRows(COLUMNS.leases, before, lease.row);
    const samePairs = before.group_id === lease.row.group_id && sameTenants(pairs.get(id), lease.tenants);
    if (!sameRow || !samePairs) changes.push({ id, lease, samePairs });
  }
  return { inserts, changes };
}

/** Stores and counts leases with their tenants, which must be in their group already, as their units must. */
export async function writeLeases(run: WritingRun, store: Store, leases: readonly PreparedLease[]): Promise<void> {
  const { inserts, changes } = await compareLeases(store, leases);
  await store.writeLeases({ inserts, changes });
  run.count('leases', 'inserted', inserts.length);
  run.count('leases', 'updated', changes.length);
  run.count('leases', 'unchanged', leases.length - inserts.length - changes.length);
}

export const storedLeases = (store: Store, leases: readonly PreparedLease[]): Promise<Map<string, StoredRow>> =>
  store.find(
    'leases',
    COLUMNS.leases,
    leases.map(({ row }) => row.identifier),
  );

async function storedPairs(store: Store, leases: readonly StoredRow[]): Promise<Map<RowId, RowId[]>> {
  const tenants = new Map<RowId, RowId[]>();
  for (const { lease_id, tenant_id } of await store.pairs(leases.map(({ id }) => id))) {
    const ofLease = tenants.get(lease_id) ?? [];
    ofLease.push(tenant_id);
    tenants.set(lease_id, ofLease);
  }
  return tenants;
}

function sameTenants(stored: readonly RowId[] = [], wanted: readonly RowId[]): boolean {
  const tenants = new Set(wanted);
  return stored.length === tenants.size && stored.every((id) => tenants.has(id));
}
