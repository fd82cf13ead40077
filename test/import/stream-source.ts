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
  readonly #deleted: Record<KindName, string[]> = { group: [], unit: [], tenant: [], lease: [] };
  #next = 0;

  constructor(private readonly random: Random) {
    for (const identifier of ['north', 'south', 'west'])
      this.#put('group', { identifier, external_ref: `of-${identifier}` });
    for (const group of this.stored.group.keys()) {
      for (let count = 0; count < 8; count += 1) this.#addUnit(group);
      for (let count = 0; count < 12; count += 1) this.#addTenant(group);
    }
  }

  /** One step, which may be several changes. */
  change(): void {
    const { random, stored } = this;
    const group = random.pick([...stored.group.keys()]);
    const lease = this.#any('lease');
    const step = random.below(100);
    if (step < 22) this.#putLease(this.#newIdentifier('lease'), group);
    else if (step < 44 && lease) this.#putLease(lease.identifier, this.#groupOf(lease));
    else if (step < 54 && lease) this.#delete('lease', lease.identifier);
    else if (step < 60 && lease) this.#moveWithItsRecords(lease, group);
    else if (step < 68) this.#addUnit(group);
    else if (step < 76) this.#addTenant(group);
    else if (step < 80) this.#deleteUnused('tenant');
    else if (step < 83) this.#deleteUnused('unit');
    else if (step < 86) this.#moveUnused(group);
    else if (step < 88) this.#swapReferences();
    else if (step < 94) this.#putAgain('unit', { unit_number: `${random.below(1000)}` });
    else this.#putAgain('tenant', { email_address: `t${random.below(1000)}@example.com`, active: random.chance(0.7) });
  }

  #put(kind: KindName, record: RecordOfSource): void {
    this.stored[kind].set(record.identifier, record);
    this.changes.push({ kind, identifier: record.identifier, record });
  }

  #delete(kind: KindName, identifier: string): void {
    this.stored[kind].delete(identifier);
    this.#deleted[kind].push(identifier);
    this.changes.push({ kind, identifier });
  }

  /** Sometimes that of a record that was deleted. */
  #newIdentifier(kind: KindName): string {
    const again = this.random.chance(0.2) ? this.#deleted[kind].pop() : undefined;
    return again ?? `${kind.slice(0, 1)}${this.#next++}`;
  }

  #any(kind: KindName): RecordOfSource | undefined {
    const all = [...this.stored[kind].values()];
    return all.length === 0 ? undefined : this.random.pick(all);
  }

  #groupOf = (record: RecordOfSource): string => record.group as string;

  #of = (kind: 'unit' | 'tenant', group: string): RecordOfSource[] =>
    [...this.stored[kind].values()].filter((record) => record.group === group);

  #addUnit(group: string): void {
    this.#put('unit', {
      identifier: this.#newIdentifier('unit'),
      group,
      address: { city: this.random.pick(['Köln', 'Leeds']) },
    });
  }

  #addTenant(group: string): void {
    this.#put('tenant', {
      identifier: this.#newIdentifier('tenant'),
      group,
      first_name: this.random.pick(['Ann', 'Zoë']),
    });
  }

  #putAgain(kind: 'unit' | 'tenant', values: Readonly<Record<string, unknown>>): void {
    const record = this.#any(kind);
    if (record) this.#put(kind, { ...record, ...values });
  }

  #putLease(identifier: string, group: string): void {
    const { random } = this;
    const [units, tenants] = [this.#of('unit', group), this.#of('tenant', group)];
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

  #anyUnused(kind: 'unit' | 'tenant'): RecordOfSource | undefined {
    const some = Array.from({ length: 5 }, () => this.#any(kind));
    return some.find((record) => record !== undefined && !this.#isUsed(record));
  }

  #deleteUnused(kind: 'unit' | 'tenant'): void {
    const unused = this.#anyUnused(kind);
    if (unused) this.#delete(kind, unused.identifier);
  }

  #moveUnused(group: string): void {
    const kind = this.random.pick(['unit', 'tenant'] as const);
    const unused = this.#anyUnused(kind);
    if (unused) this.#put(kind, { ...unused, group });
  }

  /** A lease to another group, with its unit and tenants if no other lease uses them. */
  #moveWithItsRecords(lease: RecordOfSource, group: string): void {
    const records = [
      ...[...this.stored.unit.values()].filter(({ identifier }) => identifier === lease.unit_id),
      ...[...this.stored.tenant.values()].filter(({ identifier }) => (lease.tenants as string[]).includes(identifier)),
    ];
    if (records.some((record) => this.#isUsed(record, lease))) return;
    for (const record of records)
      this.#put(record.identifier.startsWith('u') ? 'unit' : 'tenant', { ...record, group });
    this.#put('lease', { ...lease, group });
  }

  #swapReferences(): void {
    const [one, other] = [this.#any('group')!, this.#any('group')!];
    if (one === other) return;
    this.#put('group', { ...one, external_ref: other.external_ref });
    this.#put('group', { ...other, external_ref: one.external_ref });
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
