import { importSources, type LoadingOptions } from './import-sources';
import type { ImportReport } from './import-run';
import { assertNone, LoadingError, shownName } from './refusals';
import { type FileOptions, findSourceFiles, isSameFile } from './source-files';

export interface ImportOptions extends LoadingOptions {
  /** A folder, or one file. */
  readonly folder: string;
  readonly files?: FileOptions;
}

/** Maximum number of ignored columns that are reported for each kind. */
const REPORTED = 50;

/**
 * Loads groups, units, tenants and leases from the files of a folder.
 * @throws {LoadingError} when there are no valid import files, when the rejects file is one of them, and as {@link importSources}
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  const files = await findSourceFiles(options.folder, options.files);
  if (files.some(({ path }) => isSameFile(path, options.rejects))) {
    throw new LoadingError('The rejects file is one of the import files. Choose another name.');
  }
  const onInspected = (): void => assertNone(files.flatMap(({ formats }) => formats.problems()));
  const report = await importSources({ ...options, sources: files, onInspected });
  if (options.files?.ignoreColumns === undefined) return report;
  const ignored = files
    .map(({ kind, ignored: columns }) => [kind, [...columns].slice(0, REPORTED).map(shownName)] as const)
    .filter(([, columns]) => columns.length > 0);
  return { ...report, ignored: Object.fromEntries(ignored) };
}
