/** The stored records as the steps of an import read and write them. */

import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import { COLUMNS, type RecordKind } from './kinds';
import {
  executeIn,
  insertRows,
  type Row,
  selectByIdentifier,
  setExternalRefs,
  type StoredRow,
  updateRows,
} from './statements';
import { type ComparedLeases, detachLeases, type LeaseTenant, writeCompared } from './write-leases';

export type UsedKind = 'units' | 'tenants';

/** A lease that uses a unit or a tenant. */
export interface Use {
  readonly used: RowId;
  readonly lease: RowId;
}

export interface Holder {
  readonly id: RowId;
  readonly identifier: string;
}

export type RefChange = readonly [group: RowId, externalRef: string | null];

const USES: Readonly<Record<UsedKind, (list: string) => string>> = {
  units: (list) => `select unit_id as used, id as lease from leases where unit_id in (${list})`,
  tenants: (list) => `select tenant_id as used, lease_id as lease from lease_tenants where tenant_id in (${list})`,
};

export const GROUPED_KINDS = ['units', 'tenants', 'leases'] as const;

const IN_USE = GROUPED_KINDS.map((kind) => `exists (select 1 from ${kind} where group_id = r.id)`).join(' or ');

/** Reads and writes in one transaction. */
export class Store {
  constructor(protected readonly db: Kysely<Tables>) {}

  /** By identifier. */
  find(kind: RecordKind, columns: readonly string[], identifiers: readonly string[]): Promise<Map<string, StoredRow>> {
    return selectByIdentifier(this.db, kind, columns, identifiers);
  }

  /** The groups that have these external references, by reference. */
  async holders(externalRefs: readonly string[]): Promise<Map<string, Holder>> {
    const rows = await executeIn<Holder & { external_ref: string }>(
      this.db,
      externalRefs.map((externalRef) => Buffer.from(externalRef)),
      (list) => `select id, identifier, external_ref from \`groups\` where external_ref_key in (${list})`,
    );
    return new Map(rows.map((row) => [row.external_ref, row]));
  }

  async identifiers(kind: RecordKind, ids: readonly RowId[]): Promise<string[]> {
    const statement = (list: string): string => `select identifier from \`${kind}\` where id in (${list}) order by id`;
    return (await executeIn<{ identifier: string }>(this.db, ids, statement)).map(({ identifier }) => identifier);
  }

  pairs(leases: readonly RowId[]): Promise<LeaseTenant[]> {
    const statement = (list: string): string =>
      `select lease_id, tenant_id from lease_tenants where lease_id in (${list})`;
    return executeIn(this.db, leases, statement);
  }

  uses(kind: UsedKind, ids: readonly RowId[]): Promise<Use[]> {
    return executeIn(this.db, ids, USES[kind]);
  }

  /** Those that another record uses. The pairs of a lease do not use it: they are deleted with it. */
  async used(kind: RecordKind, ids: readonly RowId[]): Promise<Set<RowId>> {
    if (kind === 'leases') return new Set();
    if (kind !== 'groups') return new Set((await this.uses(kind, ids)).map(({ used }) => used));
    const statement = (list: string): string =>
      `select r.id from \`groups\` as r where r.id in (${list}) and (${IN_USE})`;
    return new Set((await executeIn<{ id: RowId }>(this.db, ids, statement)).map(({ id }) => id));
  }

  /** No new reference may be one that another of these groups still has. */
  setExternalRefs(changes: readonly RefChange[]): Promise<void> {
    return setExternalRefs(this.db, changes);
  }

  insert(kind: Exclude<RecordKind, 'leases'>, rows: readonly Row[]): Promise<void> {
    return insertRows(this.db, kind, COLUMNS[kind], rows);
  }

  update(kind: UsedKind, rows: readonly StoredRow[]): Promise<void> {
    return updateRows(this.db, kind, COLUMNS[kind], rows);
  }

  writeLeases(compared: ComparedLeases): Promise<void> {
    return writeCompared(this.db, compared);
  }

  /** Separates leases from their units and tenants, so that all of these can change their group. */
  detach(leases: readonly RowId[]): Promise<void> {
    return detachLeases(this.db, leases);
  }

  async remove(kind: RecordKind, ids: readonly RowId[]): Promise<void> {
    await executeIn(this.db, ids, (list) => `delete from \`${kind}\` where id in (${list})`);
  }
}
