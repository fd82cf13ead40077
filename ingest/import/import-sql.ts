import { type Environment, SettingReader } from '../../src/config/setting-reader';
import { type DatabaseAddress, databaseAddress } from '../../src/config/setting-values';
import { SourceDatabase } from './sql/source-database';
import type { ImportReport } from './import-run';
import { importSources, type LoadingOptions } from './import-sources';
import { readQueries, sqlSources } from './sql/sources';

export interface SqlOptions extends LoadingOptions {
  /** The folder with the queries. */
  readonly folder: string;
  readonly from: DatabaseAddress;
  /** How many seconds the source may send nothing while the import waits for it; a minute unless given. */
  readonly sourceTimeout?: number;
}

/**
 * Loads the results of the queries of a folder, all read from one snapshot.
 * @throws {LoadingError} when a query is wrong, when the source cannot be read, and as {@link importSources}
 */
export async function importSql(options: SqlOptions): Promise<ImportReport> {
  const { folder, from, sourceTimeout = 60 } = options;
  const queries = await readQueries(folder);
  const source = await SourceDatabase.open(from, sourceTimeout * 1000);
  try {
    const sources = await sqlSources(source, queries);
    return await importSources({ ...options, sources });
  } finally {
    source.close();
  }
}

/**
 * The database that an import reads. If the URL has no password, the settings give it.
 * @throws {SettingsError}
 */
export function readSourceAddress(environment: Environment, url: string): DatabaseAddress {
  const reader = new SettingReader(environment);
  const password = reader.optional('SOURCE_DATABASE_PASSWORD');
  const address = reader.read('--from', () => databaseAddress(url));
  reader.finish();
  return { ...address, password: address.password.reveal() === '' ? (password ?? address.password) : address.password };
}
