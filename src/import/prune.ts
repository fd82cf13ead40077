import type { Kysely } from 'kysely';

import { TABLE_OPTIONS } from '../db/migrations/table';
import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import type { ImportRun } from './import-run';
import { KINDS, type RecordKind } from './kinds';
import { BATCH_SIZE, deleteRows, execute } from './statements';

/** The temporary table with the identifiers of a kind's file, byte for byte. */
export const tableOf = (kind: RecordKind): string => `file_${kind}`;

/** The identifiers in the files, those of refused records included. They are in temporary tables, so that memory stays flat. */
export class FileIdentifiers {
  /** Kinds with an identifier that cannot be read: it may be that of any stored record. */
  readonly unreadable = new Set<RecordKind>();

  private constructor() {}

  /** @param connection a single connection, which owns the tables; not yet in a transaction */
  static async open(connection: Kysely<Tables>): Promise<FileIdentifiers> {
    for (const kind of KINDS) {
      await execute(connection, `drop temporary table if exists ${tableOf(kind)}`);
      await execute(
        connection,
        `create temporary table ${tableOf(kind)} (identifier_key varbinary(1020) primary key) ${TABLE_OPTIONS}`,
      );
    }
    return new FileIdentifiers();
  }

  /** @param identifiers of one batch; undefined when one cannot be read */
  async add(db: Kysely<Tables>, kind: RecordKind, identifiers: readonly (string | undefined)[]): Promise<void> {
    const readable = identifiers.filter((identifier) => identifier !== undefined);
    if (readable.length < identifiers.length) this.unreadable.add(kind);
    if (readable.length === 0) return;
    const values = readable.map(() => '(?)').join(', ');
    await execute(
      db,
      `insert ignore into ${tableOf(kind)} (identifier_key) values ${values}`,
      readable.map((identifier) => Buffer.from(identifier)),
    );
  }

  async close(connection: Kysely<Tables>): Promise<void> {
    for (const kind of KINDS) await execute(connection, `drop temporary table if exists ${tableOf(kind)}`);
  }
}

/** A stored record that is not in its file. */
interface MissingRecord {
  readonly id: RowId;
  readonly identifier: string;
  readonly used: 0 | 1;
}

/** Whether another record uses the row with the alias `r`. The tenant pairs of a lease are deleted with it. */
const USED: Readonly<Record<RecordKind, string>> = {
  leases: 'false',
  tenants: 'exists (select 1 from lease_tenants where tenant_id = r.id)',
  units: 'exists (select 1 from leases where unit_id = r.id)',
  groups: ['units', 'tenants', 'leases']
    .map((table) => `exists (select 1 from ${table} where group_id = r.id)`)
    .join(' or '),
};

/**
 * Deletes the stored records of these kinds that are not in the files. A kind without a file is left alone.
 * @param kinds users before what they use
 */
export async function prune(run: ImportRun, kinds: readonly RecordKind[]): Promise<void> {
  for (const kind of kinds) {
    if (run.identifiers === undefined || !run.hasFile(kind)) continue;
    if (run.identifiers.unreadable.has(kind)) run.report.notPruned.push(kind);
    else await pruneKind(run, kind);
  }
}

async function pruneKind(run: ImportRun, kind: RecordKind): Promise<void> {
  for (let after = 0; ;) {
    const missing = await run.transaction(async (db) => {
      const records = await selectMissing(db, kind, after);
      // Without a file of leases, a lease does not keep its tenant: the pairs are deleted with the tenant.
      const kept = records.filter(({ used }) => used === 1 && (kind !== 'tenants' || run.hasFile('leases')));
      const deleted = records.filter((record) => !kept.includes(record)).map(({ id }) => id);
      await deleteRows(db, kind, deleted);
      run.count(kind, 'pruned', deleted.length);
      for (const { identifier } of kept) run.keep(kind, identifier, 'is no longer in the file, but still in use: kept');
      return records;
    });
    const last = missing.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function selectMissing(db: Kysely<Tables>, kind: RecordKind, after: RowId): Promise<readonly MissingRecord[]> {
  const statement = `
    select r.id, r.identifier, ${USED[kind]} as used
    from \`${kind}\` as r left join ${tableOf(kind)} as f on f.identifier_key = r.identifier_key
    where r.id > ? and f.identifier_key is null order by r.id limit ${BATCH_SIZE}`;
  return (await execute<MissingRecord>(db, statement, [after])).rows;
}
