import { importSources, type LoadingOptions } from './import-sources';
import type { ImportReport } from './import-run';
import { assertNone, LoadingError } from './refusals';
import { type FileOptions, findSourceFiles, isSameFile } from './source-files';

export interface ImportOptions extends LoadingOptions {
  /** A folder, or one file. */
  readonly folder: string;
  readonly files?: FileOptions;
}

/**
 * Loads groups, units, tenants and leases from the files of a folder.
 * @throws {LoadingError} when there are no valid import files, when the rejects file is one of them, and as {@link importSources}
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  const { files, names } = await findSourceFiles(options.folder, options.files);
  if (files.some(({ path }) => isSameFile(path, options.rejects))) {
    throw new LoadingError('The rejects file is one of the import files. Choose another name.');
  }
  const onInspected = (): void => {
    names.assertUsed();
    assertNone(files.flatMap(({ formats }) => formats.problems()));
  };
  return importSources({ ...options, sources: files, names, onInspected });
}
