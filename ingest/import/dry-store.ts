/** What a dry run knows of the writes that it leaves out, so that it reports what the import would. */

import type { RowId } from '../../src/model/page';
import { byKind, type RecordKind, type Row, type StoredRow } from './kinds';
import { execute } from './statements';
import { type ComparedLeases, GROUPED_KINDS, type PreparedLease, Store, type Use, type UsedKind } from './store';

/** The id of a unit or tenant that is not stored. No stored record has it. */
const NEW: RowId = -1;
const PAGE = 10_000;

/** Only reads. It keeps about a hundred bytes for each record that would be written. Each is written once at most, after it was read. */
export class DryStore extends Store {
  /** New groups have ids below zero. */
  readonly #newGroups = new Map<string, RowId>();
  readonly #groupOf = { units: new Map<string, RowId>(), tenants: new Map<string, RowId>() };
  /** Rows that would be overwritten or deleted, so what they hold no longer counts. */
  readonly #gone = byKind(() => new Set<RowId>());
  /** Rows that a written row would use. */
  readonly #used = { groups: new Set<RowId>(), units: new Set<RowId>(), tenants: new Set<RowId>() };

  override async find(
    kind: RecordKind,
    columns: readonly string[],
    identifiers: readonly string[],
  ): Promise<Map<string, StoredRow>> {
    const rows = await super.find(kind, columns, identifiers);
    if (kind === 'leases') return rows;
    for (const identifier of identifiers) {
      if (kind === 'groups') {
        const id = this.#newGroups.get(identifier);
        if (id !== undefined) rows.set(identifier, { id, identifier });
      } else {
        const group = this.#groupOf[kind].get(identifier);
        if (group !== undefined)
          rows.set(identifier, { id: NEW, identifier, ...rows.get(identifier), group_id: group });
      }
    }
    return rows;
  }

  override async uses(kind: UsedKind, ids: readonly RowId[]): Promise<Use[]> {
    return (await super.uses(kind, ids)).filter(({ lease }) => !this.#gone.leases.has(lease));
  }

  override async used(kind: RecordKind, ids: readonly RowId[]): Promise<Set<RowId>> {
    if (kind === 'leases') return new Set();
    const used = kind === 'groups' ? new Set<RowId>() : await super.used(kind, ids);
    for (const id of ids)
      if (this.#used[kind].has(id) || (kind === 'groups' && (await this.#holdsRecords(id)))) used.add(id);
    return used;
  }

  async #holdsRecords(group: RowId): Promise<boolean> {
    for (const kind of GROUPED_KINDS) {
      for (let after: RowId | undefined = 0; after !== undefined;) {
        const statement = `select id from ${kind} where group_id = ? and id > ? order by id limit ${PAGE}`;
        const { rows }: { rows: readonly StoredRow[] } = await execute<StoredRow>(this.db, statement, [group, after]);
        if (rows.some(({ id }) => !this.#gone[kind].has(id))) return true;
        after = rows.at(-1)?.id;
      }
    }
    return false;
  }

  override async setExternalRefs(): Promise<void> {}

  override async insert(kind: Exclude<RecordKind, 'leases'>, rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      const identifier = String(row.identifier);
      if (kind === 'groups') this.#newGroups.set(identifier, -1 - this.#newGroups.size);
      else this.#put(kind, row);
    }
  }

  override async update(kind: UsedKind, rows: readonly StoredRow[]): Promise<void> {
    for (const row of rows) {
      this.#gone[kind].add(row.id);
      this.#put(kind, row);
    }
  }

  #put(kind: UsedKind, row: Row): void {
    this.#groupOf[kind].set(String(row.identifier), Number(row.group_id));
    this.#used.groups.add(Number(row.group_id));
  }

  override async writeLeases({ inserts, changes }: ComparedLeases): Promise<void> {
    for (const lease of inserts) this.#use(lease);
    for (const { id, lease } of changes) {
      this.#gone.leases.add(id);
      this.#use(lease);
    }
  }

  #use({ row, tenants }: PreparedLease): void {
    this.#used.groups.add(row.group_id);
    this.#used.units.add(Number(row.unit_id));
    for (const tenant of tenants) this.#used.tenants.add(tenant);
  }

  override async detach(): Promise<void> {}

  override async remove(kind: RecordKind, ids: readonly RowId[]): Promise<void> {
    for (const id of ids) this.#gone[kind].add(id);
  }
}
