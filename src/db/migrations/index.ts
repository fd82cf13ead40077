/** The migrations, and how they are run. */

import { setTimeout as sleep } from 'node:timers/promises';

import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';

import { isLockWait } from '../pool/failures';
import type { Tables } from '../tables';
import * as first from './first-release';
import { TABLE_OPTIONS } from './table';

interface SchemaChange {
  /** One DDL statement. */
  readonly statement: string;
  /** The column that it adds. If it is there, the statement has run: not every server has `if not exists` for a column. */
  readonly adds?: readonly [table: keyof Tables, column: string];
}

/**
 * In the order in which they run. Each is one DDL statement, because neither server can undo half of a migration. So a migration
 * that is interrupted has either happened or not.
 *
 * After 1.0.0, a name ends with the oldest release that serves on the schema with it: `0010-unit-county@1.0.0`.
 */
export const CHANGES: Readonly<Record<string, SchemaChange>> = {
  '0001-groups': { statement: first.groups },
  '0002-units': { statement: first.units },
  '0003-tenants': { statement: first.tenants },
  '0004-leases': { statement: first.leases },
  '0005-lease-tenants': { statement: first.leaseTenants },
  '0006-callers': { statement: first.callers },
  '0007-caller-groups': { statement: first.callerGroups },
  '0008-opaque-tokens': { statement: first.opaqueTokens },
  '0009-opaque-token-groups': { statement: first.opaqueTokenGroups },
};

export const MIGRATION_NAMES: readonly string[] = Object.keys(CHANGES);

/** The migration library would create its tables in the default row format, and COMPACT has no room for their keys. */
const LIBRARY_TABLES = [
  'kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  'kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)',
];

/** @param changes by name */
const migrationProvider = (changes: Readonly<Record<string, SchemaChange>> = CHANGES): MigrationProvider => ({
  async getMigrations(): Promise<Record<string, Migration>> {
    return Object.fromEntries(
      Object.entries(changes).map(([name, change]) => [name, { up: (db: Kysely<Tables>) => make(db, change) }]),
    );
  },
});

/** Seconds for which a statement waits for a table that another program uses. Every lookup waits behind it. */
const LOCK_WAIT_SECONDS = 1;
const ATTEMPTS = 60;
const PAUSE_MS = 1_000;

/** @throws {Error} if another program has used the table for two minutes */
async function make(db: Kysely<Tables>, { statement, adds }: SchemaChange): Promise<void> {
  if (adds !== undefined && (await hasColumn(db, ...adds))) return;
  await sql`set session lock_wait_timeout = ${sql.lit(LOCK_WAIT_SECONDS)}`.execute(db);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      await sql.raw(statement).execute(db);
      return;
    } catch (error) {
      if (!isLockWait(error)) throw error;
    }
    await sleep(PAUSE_MS);
  }
  throw new Error('another program has used a table for two minutes, such as a backup; run it again after that');
}

async function hasColumn(db: Kysely<Tables>, table: string, column: string): Promise<boolean> {
  const { rows } = await sql`select 1 from information_schema.columns
    where table_schema = database() and table_name = ${table} and column_name = ${column}`.execute(db);
  return rows.length > 0;
}

/**
 * Migrates the database to the newest schema. Several machines may do so at once: one works, the others wait.
 * @param changes all changes of a schema, by name
 * @returns the names of the migrations that ran
 */
export async function migrate(db: Kysely<Tables>, changes = CHANGES): Promise<string[]> {
  if (!(await hasColumn(db, 'kysely_migration_lock', 'id')))
    for (const table of LIBRARY_TABLES)
      await make(db, { statement: `create table if not exists ${table} ${TABLE_OPTIONS}` });
  const { error, results } = await new Migrator({ db, provider: migrationProvider(changes) }).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

/** Which releases serve on which schema (docs/operate/upgrading.md). */

/** The end of a migration's name: the oldest release that serves on the schema with it. */
const OLDEST_RELEASE = /@(\d+\.\d+\.\d+)$/;

/**
 * Whether a release serves on a schema with a migration that it does not know.
 * @param release a version of this package, such as `1.2.0`
 */
export function isServedBy(migration: string, release: string): boolean {
  const oldest = OLDEST_RELEASE.exec(migration)?.[1];
  return oldest !== undefined && compared(release, oldest) >= 0;
}

/** Negative if the first release is older. A pre-release counts as its release. */
function compared(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('-')[0]!.split('.').map(Number));
  return first!.map((part, index) => part - (second![index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
