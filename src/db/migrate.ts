import { type Kysely, Migrator } from 'kysely';

import { migrationProvider } from './migrations';
import type { Tables } from './tables';

/**
 * Brings the database to the newest schema and returns the names of the migrations that ran, none when it was there already.
 * Several machines may do so at once: one works, the others wait for it.
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}
