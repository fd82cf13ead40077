import type { Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { type ImportReport, ImportRun, type WritingRun } from './import-run';
import { type Inspection, type Inspections, inspect, type InspectOptions } from './inspect';
import { type RecordLimit, USUAL_PRUNE } from './limits';
import type { RecordKind } from './kinds';
import { loadRecords } from './load-records';
import { type Moves, noMoves, settleMoves } from './moves';
import { type Entry, readAhead, readBatches } from './read-batches';
import { RejectsFile, type RefusedRecord } from './refusals';
import { BATCH_SIZE, chunksOf, withImportLock } from './statements';
import type { RecordSource } from './source-record';

export interface ImportProgress {
  /** Nothing is written before all sources are checked. */
  readonly step: 'check' | 'load';
  readonly file: string;
  /** Records of all sources that this step has read. */
  readonly done: number;
  /** Known once all sources are checked. */
  readonly total?: number;
}

export interface LoadingOptions {
  readonly db: Kysely<Tables>;
  /** Only read, and report what the import would do. */
  readonly dryRun?: boolean;
  /** Delete stored records that are not in the sources. */
  readonly prune?: boolean;
  /** The records of one kind that `prune` may delete, and that an empty file may lack; a tenth unless given. */
  readonly maxPrune?: RecordLimit;
  /** Path of the file that refused records are written to. */
  readonly rejects: string;
  readonly onRefusal?: (refused: RefusedRecord) => void;
  readonly onProgress?: (progress: ImportProgress) => void;
}

interface SourceOptions extends LoadingOptions {
  /** In load order, one of each kind at most. */
  readonly sources: readonly RecordSource[];
  /** All sources were read once, and nothing is written yet. */
  readonly onInspected?: () => void;
}

/**
 * Reads all sources once to check them, and those with changes again to load them batch by batch. The data is consistent after
 * each batch, so an import that was killed can be run again. Records are deleted last.
 * @throws {LoadingError} when a source cannot be read, when too many records would be lost, or when another import is running
 */
export async function importSources(options: SourceOptions): Promise<ImportReport> {
  const { sources, dryRun, onInspected } = options;
  return options.db.connection().execute((db) => (dryRun ? load(db) : withImportLock(db, () => load(db))));

  async function load(db: Kysely<Tables>): Promise<ImportReport> {
    const rejects = new RejectsFile(options.rejects, 'w', options.onRefusal);
    try {
      const run = new ImportRun({ db, files: sources, rejects, dryRun });
      const inspections = await inspect(db, sources, {
        prune: options.prune ?? false,
        maxPrune: options.maxPrune ?? USUAL_PRUNE,
        isStored: (kind, entries) => isStored(run, kind, entries),
        onBatch: progressOf('check', options),
      });
      onInspected?.();
      await loadSources(run, inspections, options);
      return { ...run.report, ...inspections.get('tenants')?.unlikely };
    } finally {
      rejects.close();
    }
  }
}

/** Whether all are stored with these values, and refer to what is stored. */
async function isStored(run: ImportRun, kind: RecordKind, entries: readonly Entry<RecordKind>[]): Promise<boolean> {
  let unchanged = 0;
  const count: WritingRun['count'] = (_kind, what, records = 1) => {
    if (what === 'unchanged') unchanged += records;
  };
  const rehearsal = { transaction: run.rehearsal.bind(run), count, refuse: () => undefined };
  await loadRecords(rehearsal, noMoves(), kind, entries);
  return unchanged === entries.length;
}

type OnBatch = InspectOptions['onBatch'];

function progressOf(step: ImportProgress['step'], { onProgress }: SourceOptions, total?: number): OnBatch {
  let done = 0;
  return ({ name }, records) => {
    done += records;
    onProgress?.({ step, file: name, done, total });
  };
}

async function loadSources(run: ImportRun, inspections: Inspections, options: SourceOptions): Promise<void> {
  const moves = noMoves(inspections.get('groups')?.missing);
  const total = [...inspections.values()].reduce((sum, { records }) => sum + records, 0);
  const onBatch = progressOf('load', options, total);
  for (const inspection of inspections.values()) await loadSource(run, moves, inspection, onBatch);
  // A pruned lease no longer keeps its unit and tenants in their group.
  await prune(run, inspections, ['leases']);
  await settleMoves(run, moves);
  await prune(run, inspections, ['tenants', 'units', 'groups']);
}

async function loadSource(run: ImportRun, moves: Moves, inspection: Inspection, onBatch: OnBatch): Promise<void> {
  const { source, records, isStored, lastLine } = inspection;
  const { kind } = source;
  run.count('pairs', 'read', source.pairs?.read ?? 0);
  if (isStored) {
    run.count(kind, 'read', records);
    run.count(kind, 'unchanged', records);
    return onBatch(source, records);
  }
  const groups: Entry<RecordKind>[] = [];
  for await (const { entries, refused } of readAhead(readBatches(kind, source, lastLine))) {
    run.count(kind, 'read', entries.length + refused.length);
    for (const each of refused) run.refuse(kind, each.source, each.reason);
    if (kind === 'groups') groups.push(...entries);
    else await loadRecords(run, moves, kind, entries);
    onBatch(source, entries.length + refused.length);
  }
  await loadRecords(run, moves, kind, groups);
  for await (const pair of source.pairs?.unmatched() ?? [])
    run.refuse('pairs', pair, `\`lease\` names a lease that ${source.name} does not have`);
}

/**
 * Deletes the stored records of these kinds that are missing in their sources. A kind without a source is left alone.
 * @param kinds users before what they use
 */
async function prune(run: ImportRun, inspections: Inspections, kinds: readonly RecordKind[]): Promise<void> {
  for (const kind of kinds) {
    const inspection = inspections.get(kind);
    if (inspection === undefined) continue;
    if (inspection.missing === undefined) run.report.notPruned.push(kind);
    for (const ids of chunksOf(inspection.missing ?? [], BATCH_SIZE)) {
      await run.transaction(async (store) => {
        const used = await store.used(kind, ids);
        // Without a source of leases, a lease does not keep its tenant: the pairs are deleted with the tenant.
        const kept = ids.filter((id) => used.has(id) && (kind !== 'tenants' || inspections.has('leases')));
        const deleted = ids.filter((id) => !kept.includes(id));
        await store.remove(kind, deleted);
        run.count(kind, 'pruned', deleted.length);
        for (const identifier of await store.identifiers(kind, kept))
          run.keep(kind, identifier, 'is no longer in the file, but still in use: kept');
      });
    }
  }
}
