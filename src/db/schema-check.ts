import { type Kysely, sql } from 'kysely';

import { clusterProblem } from './cluster-check';
import { MIGRATION_NAMES } from './migrations';
import type { Tables } from './tables';

/** Every column that the program reads or writes; the types ask for all of them. */
const COLUMNS: { readonly [Table in keyof Tables]: Readonly<Record<keyof Tables[Table], true>> } = {
  groups: { id: true, identifier: true, external_ref: true, identifier_key: true, external_ref_key: true },
  units: {
    id: true,
    identifier: true,
    group_id: true,
    external_ref: true,
    unit_number: true,
    building_name: true,
    address_line_1: true,
    address_line_2: true,
    city: true,
    country: true,
    state: true,
    postal_code: true,
    latitude: true,
    longitude: true,
    identifier_key: true,
    building_name_key: true,
    address_line_1_key: true,
    address_line_2_key: true,
    city_key: true,
    country_key: true,
    state_key: true,
    postal_code_key: true,
  },
  tenants: {
    id: true,
    identifier: true,
    group_id: true,
    external_ref: true,
    email_address: true,
    phone_number: true,
    first_name: true,
    last_name: true,
    active: true,
    identifier_key: true,
    external_ref_key: true,
    email_key: true,
    phone_key: true,
  },
  leases: {
    id: true,
    identifier: true,
    group_id: true,
    unit_id: true,
    start_date: true,
    end_date: true,
    move_in_date: true,
    is_furnished: true,
    minimum_days_notice: true,
    deposit: true,
    rent: true,
    identifier_key: true,
    unit_key: true,
    move_in_day: true,
    move_in_month: true,
    move_in_year: true,
    start_month: true,
    end_month: true,
  },
  lease_tenants: {
    tenant_id: true,
    lease_id: true,
    group_id: true,
    unit_key: true,
    move_in_day: true,
    move_in_month: true,
    move_in_year: true,
  },
  callers: { id: true, subject: true, all_groups: true, subject_key: true },
  caller_groups: { caller_id: true, group_id: true },
  opaque_tokens: {
    id: true,
    sha256: true,
    subject: true,
    group_grant: true,
    created_at: true,
    expires_at: true,
    revoked_at: true,
  },
  opaque_token_groups: { token_id: true, group_id: true },
  kysely_migration: { name: true },
};

const NO_SUCH_TABLE = 1146;
const NO_SUCH_COLUMN = 1054;
const TABLE_REFUSED = 1142;
const COLUMN_REFUSED = 1143;

/**
 * What keeps this program from working with the database, a sentence each: its schema, and how a cluster is set; none when it fits.
 * @throws when the database cannot be asked
 */
export async function schemaProblems(db: Kysely<Tables>): Promise<string[]> {
  const migrations = await tableState(db, 'kysely_migration', ['name']);
  if (migrations === 'refused') return [refusal('kysely_migration')];
  const done = migrations === 'fits' ? await migrationsDone(db) : [];
  const missing = MIGRATION_NAMES.filter((name) => !done.includes(name));
  const foreign = done.filter((name) => !MIGRATION_NAMES.includes(name));
  if (missing.length > 0) return [`the schema lacks ${missing.join(', ')}: run \`leasegate migrate\``];
  if (foreign.length > 0) return [`the schema is newer than this program: it has ${foreign.join(', ')}`];

  const problems: string[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const state = await tableState(db, table, Object.keys(columns));
    if (state === 'refused') problems.push(refusal(table));
    if (state === 'differs') problems.push(`the table ${table} is not as the migrations made it`);
  }
  const cluster = await clusterProblem(db);
  return cluster === null ? problems : [...problems, cluster];
}

const refusal = (table: string): string => `this account may not read the table ${table}`;

async function migrationsDone(db: Kysely<Tables>): Promise<string[]> {
  return (await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()).map(({ name }) => name);
}

/** `refused` may be a table that is not there, too: to an account without any right to it a server tells no difference. */
async function tableState(
  db: Kysely<Tables>,
  table: string,
  columns: readonly string[],
): Promise<'fits' | 'differs' | 'refused'> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  try {
    await sql`select ${list} from ${sql.table(table)} limit 0`.execute(db);
    return 'fits';
  } catch (error) {
    const { errno } = ((error as Error).cause ?? {}) as { errno?: number };
    if (errno === NO_SUCH_TABLE || errno === NO_SUCH_COLUMN) return 'differs';
    if (errno === TABLE_REFUSED || errno === COLUMN_REFUSED) return 'refused';
    throw error;
  }
}
