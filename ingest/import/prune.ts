import type { RowId } from '../../src/model/page';
import type { ImportRun } from './import-run';
import type { Inspections } from './inspect';
import type { RecordKind } from './kinds';
import { BATCH_SIZE, chunksOf } from './statements';

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
    await run.transaction(async (store) => {
      const used = await store.used(kind, ids);
      // Without a source of leases, a lease does not keep its tenant: the pairs are deleted with the tenant.
      const kept = ids.filter((id) => used.has(id) && (kind !== 'tenants' || run.hasFile('leases')));
      const deleted = ids.filter((id) => !kept.includes(id));
      await store.remove(kind, deleted);
      run.count(kind, 'pruned', deleted.length);
      for (const identifier of await store.identifiers(kind, kept))
        run.keep(kind, identifier, 'is no longer in the file, but still in use: kept');
    });
  }
}
