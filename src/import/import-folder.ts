import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import { readAhead, type Entry, readBatches } from './read-batches';
import { withImportLock, withCleanUp } from './statements';
import { FileIdentifiers, prune } from './prune';
import { type ImportReport, ImportRun } from './import-run';
import type { RecordKind } from './kinds';
import { GroupLoader } from './load-groups';
import { LeaseLoader } from './load-leases';
import { UsedRecordLoader } from './load-used-records';
import { type Moves, noMoves, settleMoves } from './moves';
import { LoadingError, RejectsFile, type RefusedRecord } from './refusals';
import { findSourceFiles, isSameFile, type SourceFile } from './source-files';

interface ImportProgress {
  readonly file: string;
  readonly records: number;
  /** Of all files. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export interface ImportOptions {
  readonly db: Kysely<Tables>;
  readonly folder: string;
  /** Only check: everything is done in one transaction, which is rolled back. */
  readonly dryRun?: boolean;
  /** Delete stored records that are not in the files. */
  readonly prune?: boolean;
  /** Path of the file that refused records are written to. */
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
 * Loads groups, units, tenants and leases from the files of a folder, batch by batch. The data is consistent after each
 * batch, so an import that was killed can be run again.
 * @throws {LoadingError} when there are no valid import files, the rejects file is one of them, or another import is running
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  const files = await findSourceFiles(options.folder);
  if (files.some(({ path }) => isSameFile(path, options.rejects))) {
    throw new LoadingError('The rejects file is one of the import files. Choose another name.');
  }
  return options.db.connection().execute((connection) =>
    withImportLock(connection, async () => {
      const rejects = RejectsFile.begin(options.rejects, options.onRefusal);
      const identifiers = options.prune ? await FileIdentifiers.open(connection) : undefined;
      const load = (db: Kysely<Tables>): Promise<ImportReport> =>
        loadFiles(new ImportRun({ db, files, rejects, identifiers }), files, options);
      return withCleanUp(
        () => (options.dryRun ? rolledBack(connection, load) : load(connection)),
        async () => {
          rejects.close();
          await identifiers?.close(connection);
        },
      );
    }),
  );
}

async function rolledBack<Result>(
  connection: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const transaction = await connection.startTransaction().execute();
  return withCleanUp(
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
  // A pruned lease no longer keeps its unit and tenants in their group.
  await prune(run, ['leases']);
  await settleMoves(run, moves);
  await prune(run, ['tenants', 'units', 'groups']);
  return run.report;
}

/** The loader of a kind. The type checker cannot relate the two without this table. */
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
  for await (const { entries, refused, identifiers, bytesRead } of readAhead(readBatches(kind, file))) {
    records += identifiers.length;
    run.count(kind, 'read', identifiers.length);
    for (const { source, reason } of refused) run.refuse(kind, source, reason);
    await run.identifiers?.add(run.db, kind, identifiers);
    if (entries.length > 0) await loader.load(entries);
    onBatch(records, bytesRead);
  }
  await loader.finish?.();
}
