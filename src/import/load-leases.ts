import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import { selectByIdentifier, type StoredRow } from './statements';
import { named } from './field-types';
import type { WritingRun } from './import-run';
import { futureGroup, type Moves, type WaitingLease } from './moves';
import type { Entry } from './read-batches';
import { Refusal } from './refusals';
import { toRow } from './kinds';
import { compareLeases, type PreparedLease, writeLeases } from './write-leases';

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
    return this.run.transaction(async (db) => {
      const referred = await findReferred(db, batch);
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
      const { inserted, updated, unchanged } = await writeLeases(db, ready);
      this.run.count('leases', 'inserted', inserted);
      this.run.count('leases', 'updated', updated);
      this.run.count('leases', 'unchanged', unchanged);
    });
  }

  isStored(batch: readonly LeaseEntry[]): Promise<boolean> {
    return this.run.transaction(async (db) => {
      const referred = await findReferred(db, batch);
      const prepared = batch.map((entry) => this.#prepare(entry, referred));
      const leases = prepared.flatMap((lease) => (lease instanceof Refusal ? [] : [lease]));
      return leases.length === batch.length && (await compareLeases(db, leases)).unchanged === batch.length;
    });
  }

  #prepare(entry: LeaseEntry, referred: Referred): PreparedLease | Refusal {
    try {
      return this.#resolve(entry, referred);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error;
    }
  }

  /** @throws {Refusal} that names the field */
  #resolve({ record }: LeaseEntry, referred: Referred): PreparedLease {
    const group = referred.groups.get(record.group);
    if (group === undefined) throw new Refusal('`group` does not exist');
    const referredTo = (kind: 'units' | 'tenants', identifier: string, which: string): number => {
      const stored = referred[kind].get(identifier);
      if (stored === undefined) throw new Refusal(`names ${which} that does not exist`);
      if (futureGroup(this.moves, kind, stored) !== group.id) throw new Refusal(`names ${which} of another group`);
      return stored.id;
    };
    const unit = named('unit_id', () => referredTo('units', record.unit_id, 'a unit'));
    const tenants = named('tenants', () =>
      record.tenants.map((tenant, index) => referredTo('tenants', tenant, `a tenant (number ${index + 1})`)),
    );
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

async function findReferred(db: Kysely<Tables>, batch: readonly LeaseEntry[]): Promise<Referred> {
  const records = batch.map(({ record }) => record);
  return {
    groups: await selectByIdentifier(
      db,
      'groups',
      [],
      records.map(({ group }) => group),
    ),
    units: await selectByIdentifier(
      db,
      'units',
      ['group_id'],
      records.map(({ unit_id }) => unit_id),
    ),
    tenants: await selectByIdentifier(
      db,
      'tenants',
      ['group_id'],
      records.flatMap(({ tenants }) => tenants),
    ),
  };
}
