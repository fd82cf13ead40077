/** What a dry run knows of the writes that it leaves out, so that it reports what the import would. */

import type { RowId } from '../../src/model/page';
import { byKind, type RecordKind, type Row, type StoredRow } from './kinds';
import { execute } from './statements';
import { type ComparedLeases, GROUPED_KINDS, type PreparedLease, Store, type Use, type UsedKind } from './store';

const PAGE = 10_000;

/** Only reads. It keeps about a hundred bytes for each record that would be written. Each is written once at most, after it was read. */
export class DryStore extends Store {
  /** By identifier. New records have ids below zero. */
  readonly #written = byKind(() => new Map<string, StoredRow>());
  /** Rows that would be overwritten or deleted, so what they hold no longer counts. */
  readonly #gone = byKind(() => new Set<RowId>());
  /** Rows that a written row would use. */
  readonly #used = byKind(() => new Set<RowId>());

  override async find(
    kind: RecordKind,
    columns: readonly string[],
    identifiers: readonly string[],
  ): Promise<Map<string, StoredRow>> {
    const rows = await super.find(kind, columns, identifiers);
    for (const identifier of identifiers) {
      const written = this.#written[kind].get(identifier);
      if (written !== undefined) rows.set(identifier, { ...rows.get(identifier), ...written });
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
    for (const row of rows) this.#put(kind, { ...row, id: -1 - this.#written[kind].size });
  }

  override async update(kind: UsedKind, rows: readonly StoredRow[]): Promise<void> {
    for (const row of rows) {
      this.#gone[kind].add(row.id);
      this.#put(kind, row);
    }
  }

  #put(kind: RecordKind, { id, identifier = null, group_id = null }: StoredRow): void {
    this.#written[kind].set(String(identifier), { id, identifier, group_id });
    if (group_id !== null) this.#used.groups.add(Number(group_id));
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
