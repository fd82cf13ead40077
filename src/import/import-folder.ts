import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import { ahead } from './ahead';
import { exclusively } from './exclusively';
import { HeldIdentifiers } from './held-identifiers';
import type { ImportReport } from './import-report';
import { ImportRun } from './import-run';
import type { RecordKind } from './kinds';
import { GroupLoader } from './load-groups';
import { LeaseLoader } from './load-leases';
import { UsedRecordLoader } from './load-used-records';
import { type Moves, noMoves } from './moves';
import { prune } from './prune';
import { readBatches } from './read-batches';
import type { Entry } from './record-reading';
import { LoadingError } from './refusal';
import { RefusalLog, type RefusedRecord } from './refusal-log';
import { settleMoves } from './settle-moves';
import { findSourceFiles, isSameFile, type SourceFile } from './source-files';
import { thenCleanUp } from './then-clean-up';

interface ImportProgress {
  readonly file: string;
  readonly records: number;
  /** Of all files together. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export interface ImportOptions {
  readonly db: Kysely<Tables>;
  readonly folder: string;
  /** Check only: everything is done in one transaction, and undone. */
  readonly dryRun?: boolean;
  /** Remove what the files no longer hold. */
  readonly prune?: boolean;
  /** Path of the file that keeps refused records. */
  readonly rejects: string;
  readonly onRefusal?: (refused: RefusedRecord) => void;
  readonly onProgress?: (progress: ImportProgress) => void;
}

interface Loader<K extends RecordKind> {
  load(batch: readonly Entry<K>[]): Promise<void>;
  /** After the last batch. */
  finish?(): Promise<void>;
}

/**
 * Loads groups, units, tenants and leases from the files of a folder, batch by batch; each is consistent, so an import that
 * was killed is repaired by running it again.
 * @throws {LoadingError} when the folder is not one of import files, the rejects file is one of them, or another import is running
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  const files = await findSourceFiles(options.folder);
  if (files.some(({ path }) => isSameFile(path, options.rejects))) {
    throw new LoadingError('The rejects file is one of the import files: name another.');
  }
  return options.db.connection().execute((connection) =>
    exclusively(connection, async () => {
      const refusals = RefusalLog.begin(options.rejects, options.onRefusal);
      const held = options.prune ? await HeldIdentifiers.open(connection) : undefined;
      const load = (db: Kysely<Tables>): Promise<ImportReport> =>
        loadFiles(new ImportRun({ db, files, refusals, held }), files, options);
      return thenCleanUp(
        () => (options.dryRun ? undone(connection, load) : load(connection)),
        async () => {
          refusals.close();
          await held?.close(connection);
        },
      );
    }),
  );
}

async function undone<Result>(
  connection: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const transaction = await connection.startTransaction().execute();
  return thenCleanUp(
    () => work(transaction),
    () => transaction.rollback().execute(),
  );
}

async function loadFiles(run: ImportRun, files: readonly SourceFile[], options: ImportOptions): Promise<ImportReport> {
  const moves = noMoves();
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesBefore = 0;
  for (const file of files) {
    await loadFile(run, moves, file.kind, file, (records, bytesRead) =>
      options.onProgress?.({ file: file.name, records, bytesRead: bytesBefore + bytesRead, bytesTotal }),
    );
    bytesBefore += file.bytes;
  }
  // A lease that goes no longer keeps its unit and tenants in their group.
  await prune(run, ['leases']);
  await settleMoves(run, moves);
  await prune(run, ['tenants', 'units', 'groups']);
  return run.report;
}

/** The pairing of a kind with its loader, which the types cannot see through. */
function loaderOf<K extends RecordKind>(run: ImportRun, moves: Moves, kind: K): Loader<K> {
  const loaders: { readonly [Each in RecordKind]: () => Loader<Each> } = {
    groups: () => new GroupLoader(run),
    units: () => new UsedRecordLoader(run, moves, 'units'),
    tenants: () => new UsedRecordLoader(run, moves, 'tenants'),
    leases: () => new LeaseLoader(run, moves),
  };
  return loaders[kind]();
}

async function loadFile<K extends RecordKind>(
  run: ImportRun,
  moves: Moves,
  kind: K,
  file: SourceFile,
  onBatch: (records: number, bytesRead: number) => void,
): Promise<void> {
  const loader = loaderOf(run, moves, kind);
  let records = 0;
  for await (const { entries, refused, identifiers, bytesRead } of ahead(readBatches(kind, file))) {
    records += identifiers.length;
    run.count(kind, 'read', identifiers.length);
    for (const { source, reason } of refused) run.refuse(kind, source, reason);
    await run.held?.add(run.db, kind, identifiers);
    if (entries.length > 0) await loader.load(entries);
    onBatch(records, bytesRead);
  }
  await loader.finish?.();
}
