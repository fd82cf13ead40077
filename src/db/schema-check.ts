import { type Kysely, sql } from 'kysely';

import { MIGRATION_NAMES } from './migrations';
import type { Tables } from './tables';

/** Every column that the program reads or writes. */
const COLUMNS: { readonly [Table in keyof Tables]: readonly (keyof Tables[Table])[] } = {
  groups: ['id', 'identifier', 'external_ref', 'identifier_key', 'external_ref_key'],
  units: [
    'id',
    'identifier',
    'group_id',
    'external_ref',
    'unit_number',
    'building_name',
    'address_line_1',
    'address_line_2',
    'city',
    'country',
    'state',
    'postal_code',
    'latitude',
    'longitude',
    'identifier_key',
    'building_name_key',
    'address_line_1_key',
    'address_line_2_key',
    'city_key',
    'country_key',
    'state_key',
    'postal_code_key',
  ],
  tenants: [
    'id',
    'identifier',
    'group_id',
    'external_ref',
    'email_address',
    'phone_number',
    'first_name',
    'last_name',
    'active',
    'identifier_key',
    'external_ref_key',
    'email_key',
    'phone_key',
  ],
  leases: [
    'id',
    'identifier',
    'group_id',
    'unit_id',
    'start_date',
    'end_date',
    'move_in_date',
    'is_furnished',
    'minimum_days_notice',
    'deposit',
    'rent',
    'identifier_key',
  ],
  lease_tenants: ['tenant_id', 'lease_id', 'group_id'],
  callers: ['id', 'subject', 'all_groups', 'subject_key'],
  caller_groups: ['caller_id', 'group_id'],
  kysely_migration: ['name'],
};

const NO_SUCH_TABLE = 1146;
const NO_SUCH_COLUMN = 1054;

/**
 * What keeps this program from working with the database's schema, a sentence each; none when it fits.
 * @throws when the database cannot be asked
 */
export async function schemaProblems(db: Kysely<Tables>): Promise<string[]> {
  const done = await migrationsDone(db);
  const missing = MIGRATION_NAMES.filter((name) => !done.includes(name));
  const foreign = done.filter((name) => !MIGRATION_NAMES.includes(name));
  if (missing.length > 0) return [`the schema lacks ${missing.join(', ')}: run \`leasegate migrate\``];
  if (foreign.length > 0) return [`the schema is newer than this program: it has ${foreign.join(', ')}`];

  const problems: string[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    if (!(await readable(db, table, columns))) problems.push(`the table ${table} is not as the migrations made it`);
  }
  return problems;
}

async function migrationsDone(db: Kysely<Tables>): Promise<string[]> {
  if (!(await readable(db, 'kysely_migration', ['name']))) return [];
  return (await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()).map(({ name }) => name);
}

async function readable(db: Kysely<Tables>, table: string, columns: readonly string[]): Promise<boolean> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  try {
    await sql`select ${list} from ${sql.table(table)} limit 0`.execute(db);
    return true;
  } catch (error) {
    const { errno } = ((error as Error).cause ?? {}) as { errno?: number };
    if (errno === NO_SUCH_TABLE || errno === NO_SUCH_COLUMN) return false;
    throw error;
  }
}
