/** The migrations, and how they are run. */

import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';

import type { Tables } from '../tables';
import { groups } from './0001-groups';
import { units } from './0002-units';
import { tenants } from './0003-tenants';
import { leases } from './0004-leases';
import { leaseTenants } from './0005-lease-tenants';
import { callers } from './0006-callers';
import { callerGroups } from './0007-caller-groups';
import { opaqueTokens } from './0008-opaque-tokens';
import { opaqueTokenGroups } from './0009-opaque-token-groups';

/**
 * In the order in which they run. Each is one DDL statement, because neither server can undo half of a migration. So a migration
 * that is interrupted has either happened or not.
 */
const STATEMENTS: Readonly<Record<string, string>> = {
  '0001-groups': groups,
  '0002-units': units,
  '0003-tenants': tenants,
  '0004-leases': leases,
  '0005-lease-tenants': leaseTenants,
  '0006-callers': callers,
  '0007-caller-groups': callerGroups,
  '0008-opaque-tokens': opaqueTokens,
  '0009-opaque-token-groups': opaqueTokenGroups,
};

export const MIGRATION_NAMES: readonly string[] = Object.keys(STATEMENTS);

export const migrationProvider: MigrationProvider = {
  async getMigrations(): Promise<Record<string, Migration>> {
    return Object.fromEntries(
      Object.entries(STATEMENTS).map(([name, statement]) => [
        name,
        {
          async up(db) {
            await sql.raw(statement).execute(db);
          },
        },
      ]),
    );
  },
};

/**
 * Migrates the database to the newest schema. Several machines may do so at once: one works, the others wait.
 * @returns the names of the migrations that ran
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}
