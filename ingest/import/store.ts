/** The stored records as the steps of an import read and write them. */

import type { Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import type { RowId } from '../../src/model/page';
import { COLUMNS, type GroupedRow, type RecordKind, type Row, type StoredRow } from './kinds';
import { BATCH_SIZE, chunksOf, equalRows, execute, executeIn, insertRows, partsOf, placeholders } from './statements';

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

/** A lease with the row ids of its group, unit and tenants. */
export interface PreparedLease {
  readonly row: GroupedRow;
  /** Row ids without duplicates. */
  readonly tenants: readonly RowId[];
}

interface StoredLease {
  readonly id: RowId;
  readonly lease: PreparedLease;
  /** Neither its tenants nor its group differ. */
  readonly samePairs: boolean;
}

/** Leases compared with what is stored. */
export interface ComparedLeases {
  readonly inserts: readonly PreparedLease[];
  readonly changes: readonly StoredLease[];
}

export interface LeaseTenant {
  readonly lease_id: RowId;
  readonly tenant_id: RowId;
}

export type RefChange = readonly [group: RowId, externalRef: string | null];

const USES: Readonly<Record<UsedKind, (list: string) => string>> = {
  units: (list) => `select unit_id as used, id as lease from leases where unit_id in (${list})`,
  tenants: (list) => `select tenant_id as used, lease_id as lease from lease_tenants where tenant_id in (${list})`,
};

export const GROUPED_KINDS = ['units', 'tenants', 'leases'] as const;

const IN_USE = GROUPED_KINDS.map((kind) => `exists (select 1 from ${kind} where group_id = r.id)`).join(' or ');

/** The last rows that an import has read. */
export type ReadSoFar = Map<RecordKind, RowId>;

/** Fewer rows are not worth a guess. */
const LEAST_GUESSED = 50;

/** Whether `count` ids from `first` to `last` have few other ids between them. */
const isDense = (first: RowId, last: RowId, count: number): boolean => first <= last && last - first < 2 * count;

/** Reads and writes in one transaction. */
export class Store {
  /** @param readSoFar guesses rows of later transactions by those of earlier ones; absent if they have nothing in common */
  constructor(
    protected readonly db: Kysely<Tables>,
    private readonly readSoFar?: ReadSoFar,
  ) {}

  /**
   * By exact identifier, byte for byte (decision 10). An import usually asks in the order of the ids. A range of ids then costs
   * a fraction of as many keys, so the rows after the last ones are read first.
   */
  async find(
    kind: RecordKind,
    columns: readonly string[],
    identifiers: readonly string[],
  ): Promise<Map<string, StoredRow>> {
    const missing = new Set(identifiers);
    const found = new Map<string, StoredRow>();
    const count = missing.size;
    const select = `select ${['id', 'identifier', ...columns].join(', ')} from \`${kind}\` where`;
    // The ids of rows that were just inserted say nothing of the next ones.
    const guessed = count < LEAST_GUESSED || columns.length === 0 ? undefined : this.readSoFar;
    const after = guessed?.get(kind);
    const following = `${select} id > ${after} order by id limit ${count}`;
    const { rows } = after === undefined ? { rows: [] } : await execute<StoredRow>(this.db, following);
    for (const row of rows) if (missing.delete(String(row.identifier))) found.set(String(row.identifier), row);
    const keys = [...missing].map((identifier) => Buffer.from(identifier));
    for (const row of await executeIn<StoredRow>(this.db, keys, (list) => `${select} identifier_key in (${list})`))
      found.set(String(row.identifier), row);
    const ids = identifiers.flatMap((identifier) => found.get(identifier)?.id ?? []);
    if (isDense(ids.at(0) ?? NaN, ids.at(-1) ?? NaN, count)) guessed?.set(kind, ids.at(-1)!);
    else if (found.size > 0) guessed?.delete(kind);
    return found;
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

  async #pairs(leases: readonly RowId[]): Promise<readonly LeaseTenant[]> {
    const select = 'select lease_id, tenant_id from lease_tenants where lease_id';
    const [first, last] = [Math.min(...leases), Math.max(...leases)];
    if (!isDense(first, last, leases.length)) return executeIn(this.db, leases, (list) => `${select} in (${list})`);
    return (await execute<LeaseTenant>(this.db, `${select} between ? and ?`, [first, last])).rows;
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

  /** Two groups never have the same reference, so none may get that of another before this has lost it. */
  async setExternalRefs(changes: readonly RefChange[]): Promise<void> {
    for (const part of partsOf(changes)) {
      const cases = 'when ? then ? '.repeat(part.length);
      const statement = `update \`groups\` set external_ref = case id ${cases} end where id in (${placeholders(part.length)})`;
      await execute(this.db, statement, [...part.flat(), ...part.map(([id]) => id)]);
    }
  }

  insert(kind: Exclude<RecordKind, 'leases'>, rows: readonly Row[]): Promise<void> {
    return insertRows(this.db, kind, COLUMNS[kind], rows);
  }

  /** Sets every column. A group could overwrite another one that has its external reference, so it is not updated in this way. */
  update(kind: Exclude<RecordKind, 'groups'>, rows: readonly StoredRow[]): Promise<void> {
    const changes = COLUMNS[kind].map((column) => `${column} = values(${column})`).join(', ');
    return insertRows(this.db, kind, ['id', ...COLUMNS[kind]], rows, `on duplicate key update ${changes}`);
  }

  /** What would have to be written. */
  async compareLeases(leases: readonly PreparedLease[]): Promise<ComparedLeases> {
    const identifiers = leases.map(({ row }) => row.identifier);
    const stored = await this.find('leases', COLUMNS.leases, identifiers);
    const tenants = new Map([...stored.values()].map(({ id }) => [id, new Set<RowId>()]));
    for (const { lease_id, tenant_id } of await this.#pairs([...tenants.keys()])) tenants.get(lease_id)?.add(tenant_id);
    const inserts: PreparedLease[] = [];
    const changes: StoredLease[] = [];
    for (const lease of leases) {
      const before = stored.get(lease.row.identifier);
      if (before === undefined) {
        inserts.push(lease);
        continue;
      }
      const paired = tenants.get(before.id);
      const samePairs =
        before.group_id === lease.row.group_id &&
        paired?.size === lease.tenants.length &&
        lease.tenants.every((tenant) => paired.has(tenant));
      if (!samePairs || !equalRows(COLUMNS.leases, before, lease.row))
        changes.push({ id: before.id, lease, samePairs });
    }
    return { inserts, changes };
  }

  async writeLeases({ inserts, changes }: ComparedLeases): Promise<void> {
    const repaired = changes.filter(({ samePairs }) => !samePairs);
    // Pairs first: their foreign keys keep a lease in its group.
    await this.#removePairs(repaired.map(({ id }) => id));
    await this.update(
      'leases',
      changes.map(({ id, lease }) => ({ ...lease.row, id })),
    );
    await this.#insertPairs(repaired);
    const rows = inserts.map(({ row }) => row);
    await insertRows(this.db, 'leases', COLUMNS.leases, rows);
    const identifiers = rows.map(({ identifier }) => identifier);
    const stored = await this.find('leases', [], identifiers);
    await this.#insertPairs(inserts.map((lease) => ({ id: stored.get(lease.row.identifier)?.id ?? NaN, lease })));
  }

  async #insertPairs(leases: readonly Pick<StoredLease, 'id' | 'lease'>[]): Promise<void> {
    const pairs = leases.flatMap(({ id, lease }) =>
      lease.tenants.map((tenant) => ({ lease_id: id, tenant_id: tenant })),
    );
    for (const part of chunksOf(pairs, BATCH_SIZE)) await insertLeaseTenants(this.db, part);
  }

  async #removePairs(leases: readonly RowId[]): Promise<void> {
    await executeIn(this.db, leases, (list) => `delete from lease_tenants where lease_id in (${list})`);
  }

  /** Separates leases from their units and tenants, so that all of these can change their group. */
  async detach(leases: readonly RowId[]): Promise<void> {
    await this.#removePairs(leases);
    await executeIn(this.db, leases, (list) => `update leases set unit_id = null where id in (${list})`);
  }

  async remove(kind: RecordKind, ids: readonly RowId[]): Promise<void> {
    await executeIn(this.db, ids, (list) => `delete from \`${kind}\` where id in (${list})`);
  }
}

/**
 * Pairs leases with tenants of their groups. The server copies the columns that a pair repeats of its lease.
 * @throws when a lease or tenant does not exist, when their groups differ, or when the pair exists already
 */
export async function insertLeaseTenants(db: Kysely<Tables>, pairs: readonly LeaseTenant[]): Promise<void> {
  if (pairs.length === 0) return;
  const ids = JSON.stringify(pairs.map(({ lease_id, tenant_id }) => [lease_id, tenant_id]));
  const statement = `insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
    select straight_join j.tenant_id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month
    from json_table(?, '$[*]' columns (lease_id bigint unsigned path '$[0]', tenant_id bigint unsigned path '$[1]')) as j
    join leases as l on l.id = j.lease_id`;
  const { numAffectedRows } = await execute(db, statement, [ids]);
  if (numAffectedRows !== BigInt(pairs.length)) throw new Error('A lease that should get tenants does not exist.');
}
