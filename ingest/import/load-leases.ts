import { type WritingRun, writeLeases } from './import-run';
import { type StoredRow, toRow } from './kinds';
import { futureGroup, type Moves, type WaitingLease } from './moves';
import type { Entry } from './read-batches';
import { MISSING, Refusal, refusalOf } from './refusals';
import type { PreparedLease, Store, UsedKind } from './store';

type LeaseEntry = Entry<'leases'>;

/** What leases refer to, by identifier. */
type Referred = Readonly<Record<'groups' | UsedKind, ReadonlyMap<string, StoredRow>>>;

/** Loads leases. A lease whose unit or tenant waits in `moves` waits there, too. */
export async function loadLeases(run: WritingRun, moves: Moves, batch: readonly LeaseEntry[]): Promise<void> {
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
