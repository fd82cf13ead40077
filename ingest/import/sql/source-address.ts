import { type Environment, SettingReader } from '../../../src/config/setting-reader';
import { type DatabaseAddress, databaseAddress } from '../../../src/config/setting-values';

/**
 * The database that an import reads. If the URL has no password, the settings give it.
 * @throws {SettingsError}
 */
export function readSourceAddress(environment: Environment, url: string): DatabaseAddress {
  const reader = new SettingReader(environment);
  const password = reader.optional('SOURCE_DATABASE_PASSWORD');
  const address = reader.read('--from', () => databaseAddress(url));
  reader.finish();
  return { ...address, password: address.password || (password ?? '') };
}
