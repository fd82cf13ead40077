import { type WritingRun, writeLeases } from './import-run';
import { COLUMNS, type RecordKind, type Row, type StoredRow, toRow } from './kinds';
import { loadGroups } from './load-groups';
import { futureGroup, type Moves, type WaitingLease, type WaitingRecord } from './moves';
import type { Entry } from './read-batches';
import { MISSING, Refusal, refusalOf } from './refusals';
import { BATCH_SIZE, chunksOf, equalRows } from './statements';
import type { PreparedLease, Store, UsedKind } from './store';

type Load<K extends RecordKind> = (run: WritingRun, moves: Moves, batch: readonly Entry<K>[]) => Promise<void>;

const LOADS: { readonly [K in RecordKind]: Load<K> } = {
  groups: loadGroups,
  units: (run, moves, batch) => loadUsedRecords(run, moves, 'units', batch),
  tenants: (run, moves, batch) => loadUsedRecords(run, moves, 'tenants', batch),
  leases: loadLeases,
};

/** Loads entries with different identifiers, in batches. Groups are loaded at once, so `entries` must have all of them. */
export async function loadRecords<K extends RecordKind>(
  run: WritingRun,
  moves: Moves,
  kind: K,
  entries: readonly Entry<K>[],
): Promise<void> {
  const load: Load<K> = LOADS[kind];
  const size = kind === 'groups' ? Infinity : BATCH_SIZE;
  for (const batch of chunksOf(entries, size)) await load(run, moves, batch);
}

/** Loads units or tenants. A record that changes its group while a lease uses it waits in `moves`. */
async function loadUsedRecords(
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

type LeaseEntry = Entry<'leases'>;

/** What leases refer to, by identifier. */
type Referred = Readonly<Record<'groups' | UsedKind, ReadonlyMap<string, StoredRow>>>;

/** Loads leases. A lease whose unit or tenant waits in `moves` waits there, too. */
async function loadLeases(run: WritingRun, moves: Moves, batch: readonly LeaseEntry[]): Promise<void> {
  const waiting = await run.transaction(async (store) => {
    const referred = await findReferred(store, batch);
    const ready: PreparedLease[] = [];
    const later: WaitingLease[] = [];
    for (const entry of batch) {
      const lease = prepare(entry, referred, moves);
      if (lease instanceof Refusal) {
        run.refuse('leases', entry.source, lease.message);
        continue;
      }
      const needs = needsOf(entry, moves);
      if (needs.length > 0) later.push({ entry, lease, needs });
      else ready.push(lease);
    }
    await writeLeases(run, store, ready);
    return later;
  });
  for (const each of waiting) moves.leases.set(each.entry.record.identifier, each);
}

function prepare({ record }: LeaseEntry, referred: Referred, moves: Moves): PreparedLease | Refusal {
  const faults: string[] = [];
  const group = referred.groups.get(record.group);
  if (group === undefined) faults.push(`\`group\` ${MISSING}`);
  const idOf = (kind: UsedKind, identifier: string, naming: string): number => {
    const stored = referred[kind].get(identifier);
    if (stored === undefined) faults.push(`${naming} that ${MISSING}`);
    else if (group !== undefined && futureGroup(moves, kind, stored) !== group.id)
      faults.push(`${naming} of another group`);
    return stored?.id ?? 0;
  };
  const unit = idOf('units', record.unit_id, '`unit_id` names a unit');
  const tenants = record.tenants.map((tenant, index) =>
    idOf('tenants', tenant, `\`tenants\` names a tenant (number ${index + 1})`),
  );
  if (group === undefined || faults.length > 0) return refusalOf(faults);
  return { row: toRow('leases', record, { group_id: group.id, unit_id: unit }), tenants };
}

function needsOf({ record }: LeaseEntry, moves: Moves): WaitingLease['needs'] {
  const referred = [
    { kind: 'units', identifier: record.unit_id } as const,
    ...record.tenants.map((identifier) => ({ kind: 'tenants', identifier }) as const),
  ];
  return referred.filter(({ kind, identifier }) => moves[kind].has(identifier));
}

async function findReferred(store: Store, batch: readonly LeaseEntry[]): Promise<Referred> {
  const records = batch.map(({ record }) => record);
  const groups = records.map(({ group }) => group);
  const units = records.map(({ unit_id }) => unit_id);
  const tenants = records.flatMap((record) => record.tenants);
  return {
    groups: await store.find('groups', [], groups),
    units: await store.find('units', ['group_id'], units),
    tenants: await store.find('tenants', ['group_id'], tenants),
  };
}
