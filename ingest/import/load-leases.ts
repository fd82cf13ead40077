import type { StoredRow } from './kinds';
import { type WritingRun, writeLeases } from './import-run';
import { futureGroup, type Moves, type WaitingLease } from './moves';
import type { Entry } from './read-batches';
import { MISSING, Refusal, refusalOf } from './refusals';
import { toRow } from './kinds';
import type { PreparedLease, Store } from './store';

type Stored = ReadonlyMap<string, StoredRow>;
type LeaseEntry = Entry<'leases'>;

interface Referred {
  readonly groups: Stored;
  readonly units: Stored;
  readonly tenants: Stored;
}

/** Loads leases. A lease whose unit or tenant waits in `moves` waits there, too. */
export class LeaseLoader {
  constructor(
    private readonly run: WritingRun,
    private readonly moves: Moves,
  ) {}

  load(batch: readonly LeaseEntry[]): Promise<void> {
    return this.run.transaction(async (store) => {
      const referred = await findReferred(store, batch);
      const ready: PreparedLease[] = [];
      for (const entry of batch) {
        const lease = this.#prepare(entry, referred);
        if (lease instanceof Refusal) {
          this.run.refuse('leases', entry.source, lease.message);
          continue;
        }
        const needs = this.#needsOf(entry);
        if (needs.length > 0) this.moves.leases.set(entry.record.identifier, { entry, lease, needs });
        else ready.push(lease);
      }
      await writeLeases(this.run, store, ready);
    });
  }

  #prepare({ record }: LeaseEntry, referred: Referred): PreparedLease | Refusal {
    const faults: string[] = [];
    const group = referred.groups.get(record.group);
    if (group === undefined) faults.push(`\`group\` ${MISSING}`);
    const idOf = (kind: 'units' | 'tenants', identifier: string, naming: string): number => {
      const stored = referred[kind].get(identifier);
      if (stored === undefined) faults.push(`${naming} that ${MISSING}`);
      else if (group !== undefined && futureGroup(this.moves, kind, stored) !== group.id)
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

  #needsOf({ record }: LeaseEntry): WaitingLease['needs'] {
    const referred = [
      { kind: 'units', identifier: record.unit_id } as const,
      ...record.tenants.map((identifier) => ({ kind: 'tenants', identifier }) as const),
    ];
    return referred.filter(({ kind, identifier }) => this.moves[kind].has(identifier));
  }
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
