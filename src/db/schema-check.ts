import { type Kysely, sql } from 'kysely';

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

/** The bit of `wsrep_sync_wait` that is about reading. */
const READS = 1;

/** MariaDB and MySQL write it each in its way. */
const IS_ON = new Set<unknown>([1, '1', 'ON']);

/** What a MariaDB that was built without clusters says. */
const UNKNOWN_VARIABLE = 1193;

const STALE =
  'the Galera node may answer from an older state than another node has shown: set wsrep_sync_wait to 1 on every node';

/**
 * What keeps a node of a Galera cluster from being read, null when nothing does or it is none. Statements meet one node after
 * the other, and without a wait each shows what it has applied so far: a page would skip, and a scope from one node would open
 * records of another that had left it (decision 70).
 */
export async function clusterProblem(db: Kysely<Tables>): Promise<string | null> {
  try {
    // SHOW VARIABLES needs a temporary table on MariaDB, for which a full disk has no room; MySQL tells of a variable that it may
    // not have by a table alone.
    const { rows } = await sql<{ is_node?: unknown; waits_for?: unknown }>`
      select 1 as alive /*M! , @@wsrep_on as is_node, @@wsrep_sync_wait as waits_for */
      /*!80000 , (select variable_value from performance_schema.session_variables where variable_name = 'wsrep_on') as is_node,
      (select variable_value from performance_schema.session_variables where variable_name = 'wsrep_sync_wait') as waits_for */`.execute(
      db,
    );
    const isStale = rows.some(
      ({ is_node: node, waits_for: waits }) => IS_ON.has(node) && (Number(waits) & READS) === 0,
    );
    return isStale ? STALE : null;
  } catch (error) {
    if ((error as { errno?: unknown }).errno === UNKNOWN_VARIABLE) return null;
    throw error;
  }
}
