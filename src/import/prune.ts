import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import type { ImportRun } from './import-run';
import type { Inspections } from './inspect';
import type { RecordKind } from './kinds';
import { BATCH_SIZE, chunksOf, deleteRows, executeIn } from './statements';

/** A stored record that is not in its source. */
interface MissingRecord {
  readonly id: RowId;
  readonly identifier: string;
  readonly used: 0 | 1;
}

/** Whether another record uses the row with the alias `r`. The tenant pairs of a lease are deleted with it. */
export const USED: Readonly<Record<RecordKind, string>> = {
  leases: 'false',
  tenants: 'exists (select 1 from lease_tenants where tenant_id = r.id)',
  units: 'exists (select 1 from leases where unit_id = r.id)',
  groups: ['units', 'tenants', 'leases']
    .map((table) => `exists (select 1 from ${table} where group_id = r.id)`)
    .join(' or '),
};

/**
 * Deletes the stored records of these kinds that are missing in their sources. A kind without a source is left alone.
 * @param kinds users before what they use
 */
export async function prune(run: ImportRun, inspections: Inspections, kinds: readonly RecordKind[]): Promise<void> {
  for (const kind of kinds) {
    const inspection = inspections.get(kind);
    if (inspection === undefined) continue;
    if (inspection.missing === undefined) run.report.notPruned.push(kind);
    else await pruneKind(run, kind, inspection.missing);
  }
}

async function pruneKind(run: ImportRun, kind: RecordKind, missing: readonly RowId[]): Promise<void> {
  for (const ids of chunksOf(missing, BATCH_SIZE)) {
    await run.transaction(async (db) => {
      const records = await selectRecords(db, kind, ids);
      // Without a source of leases, a lease does not keep its tenant: the pairs are deleted with the tenant.
      const kept = records.filter(({ used }) => used === 1 && (kind !== 'tenants' || run.hasFile('leases')));
      const deleted = records.filter((record) => !kept.includes(record)).map(({ id }) => id);
      await deleteRows(db, kind, deleted);
      run.count(kind, 'pruned', deleted.length);
      for (const { identifier } of kept) run.keep(kind, identifier, 'is no longer in the file, but still in use: kept');
    });
  }
}

const selectRecords = (db: Kysely<Tables>, kind: RecordKind, ids: readonly RowId[]): Promise<MissingRecord[]> =>
  executeIn<MissingRecord>(
    db,
    ids,
    (list) =>
      `select r.id, r.identifier, ${USED[kind]} as used from \`${kind}\` as r where r.id in (${list}) order by r.id`,
  );
