/** A source database whose changes arrive late, twice or not at all, and what must be stored in the end. */

import type { Random } from '../../ingest/seed/random';

export type KindName = 'group' | 'unit' | 'tenant' | 'lease';

interface RecordOfSource {
  readonly identifier: string;
  readonly [field: string]: unknown;
}

export interface SourceChange {
  readonly kind: KindName;
  readonly identifier: string;
  /** Absent if it is deleted. */
  readonly record?: RecordOfSource;
}

type Stored = Record<KindName, Map<string, RecordOfSource>>;

/** Makes consistent changes, one record after the other, as the transactions of a source database do. */
export class ChangingSource {
  readonly stored: Stored = { group: new Map(), unit: new Map(), tenant: new Map(), lease: new Map() };
  readonly changes: SourceChange[] = [];
  readonly #deleted = { unit: [] as string[], tenant: [] as string[], lease: [] as string[] };
  #next = 0;

  constructor(private readonly random: Random) {
    for (const identifier of ['north', 'south', 'west']) {
      this.#put('group', { identifier, external_ref: `of-${identifier}` });
      for (let count = 0; count < 8; count += 1) this.#putUnit(this.#new('unit'), identifier);
      for (let count = 0; count < 12; count += 1) this.#putTenant(this.#new('tenant'), identifier);
    }
  }

  /** One step, which may be several changes. */
  change(): void {
    const { random } = this;
    const group = random.pick(['north', 'south', 'west']);
    const [unit, tenant, lease] = (['unit', 'tenant', 'lease'] as const).map((kind) => this.#any(kind));
    const step = random.below(100);
    if (step < 30 || lease === undefined) this.#putLease(this.#new('lease'), group);
    else if (step < 45) this.#putLease(lease.identifier, lease.group as string);
    else if (step < 57) this.#delete('lease', lease.identifier);
    else if (step < 65) this.#move(lease, group);
    else if (step < 75) this.#putUnit(this.#new('unit'), group);
    else if (step < 85) this.#putTenant(this.#new('tenant'), group);
    else if (step < 90) this.#putUnit(unit!.identifier, unit!.group as string);
    else if (step < 95) this.#putTenant(tenant!.identifier, tenant!.group as string);
    else if (!this.#isUsed(tenant!)) this.#delete('tenant', tenant!.identifier);
  }

  #put(kind: KindName, record: RecordOfSource): void {
    this.stored[kind].set(record.identifier, record);
    this.changes.push({ kind, identifier: record.identifier, record });
  }

  #delete(kind: 'tenant' | 'lease', identifier: string): void {
    this.stored[kind].delete(identifier);
    this.#deleted[kind].push(identifier);
    this.changes.push({ kind, identifier });
  }

  /** Sometimes that of a record that was deleted. */
  #new(kind: 'unit' | 'tenant' | 'lease'): string {
    const again = this.random.chance(0.2) ? this.#deleted[kind].pop() : undefined;
    return again ?? `${kind.slice(0, 1)}${this.#next++}`;
  }

  #any(kind: KindName): RecordOfSource | undefined {
    const all = [...this.stored[kind].values()];
    return all.length === 0 ? undefined : this.random.pick(all);
  }

  #putUnit(identifier: string, group: string): void {
    const { random } = this;
    this.#put('unit', {
      identifier,
      group,
      unit_number: `${random.below(1000)}`,
      address: { city: random.pick(['Köln', 'Leeds']) },
    });
  }

  #putTenant(identifier: string, group: string): void {
    const { random } = this;
    const first_name = random.pick(['Ann', 'Zoë']);
    const email_address = `t${random.below(1000)}@example.com`;
    this.#put('tenant', { identifier, group, first_name, email_address, active: random.chance(0.7) });
  }

  #putLease(identifier: string, group: string): void {
    const { random, stored } = this;
    const of = (kind: 'unit' | 'tenant') => [...stored[kind].values()].filter((record) => record.group === group);
    const [units, tenants] = [of('unit'), of('tenant')];
    if (units.length === 0 || tenants.length === 0) return;
    const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(tenants).identifier);
    this.#put('lease', {
      identifier,
      group,
      unit_id: random.pick(units).identifier,
      tenants: [...new Set(chosen)],
      move_in_date: `2024-0${1 + random.below(9)}-15`,
      rent: 500 + random.below(1000) / 4,
    });
  }

  #isUsed({ identifier }: RecordOfSource, except?: RecordOfSource): boolean {
    return [...this.stored.lease.values()].some(
      (lease) => lease !== except && (lease.unit_id === identifier || (lease.tenants as string[]).includes(identifier)),
    );
  }

  /** A lease to another group, with its unit and tenants if no other lease uses them. */
  #move(lease: RecordOfSource, group: string): void {
    const unit = this.stored.unit.get(lease.unit_id as string)!;
    const tenants = (lease.tenants as string[]).map((identifier) => this.stored.tenant.get(identifier)!);
    if ([unit, ...tenants].some((record) => this.#isUsed(record, lease))) return;
    this.#put('unit', { ...unit, group });
    for (const tenant of tenants) this.#put('tenant', { ...tenant, group });
    this.#put('lease', { ...lease, group });
  }
}

/**
 * The changes in the order in which they arrive: each up to `lateness` places later than it was made, but after the earlier changes of
 * its record.
 */
export function arriving(changes: readonly SourceChange[], lateness: number, random: Random): SourceChange[] {
  const latest = new Map<string, number>();
  const placed = changes.map((change, index) => {
    const key = `${change.kind} ${change.identifier}`;
    const place = Math.max(index + random.below(lateness), latest.get(key) ?? 0);
    latest.set(key, place);
    return { change, place, index };
  });
  return placed
    .toSorted((one, other) => one.place - other.place || one.index - other.index)
    .map(({ change }) => change);
}

/** The line of a change. */
export const lineOf = ({ kind, identifier, record }: SourceChange, position: string): string =>
  JSON.stringify(record === undefined ? { kind, position, delete: identifier } : { kind, position, record });
