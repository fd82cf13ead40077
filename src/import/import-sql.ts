import type { DatabaseAddress } from '../config/setting-values';
import { SourceDatabase, SourceError, type SourceOptions } from '../db/source-database';
import { FieldNames, type NamingOptions } from './field-names';
import type { ImportReport } from './import-run';
import { importSources, type LoadingOptions } from './import-sources';
import { LoadingError } from './refusals';
import { type Marks, type SinceOptions, sqlSources } from './sql/sources';
import { readQueries } from './sql/statements';

export interface SqlOptions extends LoadingOptions {
  /** The folder with the queries. */
  readonly folder: string;
  readonly from: DatabaseAddress;
  readonly naming?: NamingOptions;
  readonly since?: SinceOptions;
  /** How long the source may send nothing while the import waits for it, milliseconds; a minute unless given. */
  readonly sourceTimeout?: number;
}

const SOURCE_TIMEOUT_MS = 60_000;

/**
 * Loads the results of the queries of a folder, all read from one snapshot.
 * @throws {LoadingError} when a query is wrong, when the source cannot be read, and as {@link importSources}
 */
export async function importSql(
  options: SqlOptions,
): Promise<{ readonly report: ImportReport; readonly marks: Marks }> {
  const names = new FieldNames(options.naming);
  const queries = await readQueries(options.folder);
  const { from, signal, sourceTimeout: silenceMs = SOURCE_TIMEOUT_MS } = options;
  return withSource(from, { signal, silenceMs }, async (source) => {
    const { sources, marks } = await sqlSources(source, queries, names, options.since);
    names.assertUsed();
    const report = await importSources({ ...options, sources });
    return { report: names.areUnchanged ? report : { ...report, ignored: names.ignored() }, marks };
  });
}

async function withSource<Result>(
  from: DatabaseAddress,
  options: SourceOptions,
  work: (source: SourceDatabase) => Promise<Result>,
): Promise<Result> {
  let source: SourceDatabase | undefined;
  try {
    source = await SourceDatabase.open(from, options);
    return await work(source);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error instanceof SourceError ? new LoadingError(error.message, { cause: error }) : error;
  } finally {
    source?.close();
  }
}
