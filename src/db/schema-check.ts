import { type Kysely, sql } from 'kysely';

import { VERSION } from '../package';
import { isServedBy, MIGRATION_NAMES } from './migrations/index';
import { LEAST_PACKET_BYTES } from './session';
import { COLUMNS, type Tables } from './tables';

const NO_SUCH_TABLE = 1146;
const NO_SUCH_COLUMN = 1054;
const TABLE_REFUSED = 1142;
const COLUMN_REFUSED = 1143;

/** A schema, as a check has found it. */
interface SchemaState {
  /** The problems of the schema and of settings of the server, a sentence each. None if this program can work with the database. */
  readonly problems: readonly string[];
  /** The migrations that only a newer release knows. */
  readonly newer: readonly string[];
}

/** @throws when the database cannot be queried */
export async function checkSchema(db: Kysely<Tables>): Promise<SchemaState> {
  const migrations = await tableState(db, 'kysely_migration', ['name']);
  if (migrations === 'refused') return { problems: [refusal('kysely_migration')], newer: [] };
  const done = migrations === 'fits' ? await migrationsDone(db) : [];
  const newer = done.filter((name) => !MIGRATION_NAMES.includes(name));
  return { problems: await problemsOf(db, done, newer), newer };
}

async function problemsOf(db: Kysely<Tables>, done: readonly string[], newer: readonly string[]): Promise<string[]> {
  const breaking = newer.filter((name) => !isServedBy(name, VERSION));
  if (breaking.length > 0) return [`the schema is newer than this program: it has ${breaking.join(', ')}`];
  const missing = MIGRATION_NAMES.filter((name) => !done.includes(name));
  if (missing.length > 0) return [`the schema lacks ${missing.join(', ')}: run \`leasegate migrate\``];

  const problems: string[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const state = await tableState(db, table, Object.keys(columns));
    if (state === 'refused') problems.push(refusal(table));
    if (state === 'differs') problems.push(`the table ${table} is not as the migrations made it`);
  }
  for (const problem of [await clusterProblem(db), await packetProblem(db)])
    if (problem !== null) problems.push(problem);
  return problems;
}

/** Milliseconds until a schema that fits is checked again, and one that does not fit. */
const FIT_FOR = 60_000;
const UNFIT_FOR = 1_000;

/** The result of {@link checkSchema}, kept for a short time. */
export class SchemaFit {
  /** Until then, a schema that fitted is not checked again. A time of `now`. */
  fitsUntil = -Infinity;
  /** The migrations that only a newer release has, as the last check found them. */
  newer: readonly string[] = [];
  #problems: readonly string[] | undefined;
  #checkAgainAt = -Infinity;
  #checking: Promise<SchemaState> | undefined;

  /** @param now milliseconds, monotonic */
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly now: () => number,
  ) {}

  /** A schema that fitted is checked again in the background. @throws when the database cannot be queried */
  async problems(): Promise<readonly string[]> {
    if (this.now() >= this.#checkAgainAt && this.#checking === undefined) void this.check();
    if (this.#problems?.length === 0) this.#checking?.catch(() => undefined);
    else await this.#checking;
    return this.#problems ?? [];
  }

  /** Checks now. A request that comes meanwhile waits for the same check. @throws when the database cannot be queried */
  check(): Promise<SchemaState> {
    const at = this.now();
    const check = async (): Promise<SchemaState> => {
      try {
        const state = await checkSchema(this.db);
        ({ problems: this.#problems, newer: this.newer } = state);
        const fits = state.problems.length === 0;
        this.#checkAgainAt = at + (fits ? FIT_FOR : UNFIT_FOR);
        this.fitsUntil = fits ? this.#checkAgainAt : -Infinity;
        return state;
      } finally {
        if (this.#checking === checking) this.#checking = undefined;
      }
    };
    const checking = check();
    this.#checking = checking;
    return checking;
  }
}

const refusal = (table: string): string => `this account may not read the table ${table}`;

async function migrationsDone(db: Kysely<Tables>): Promise<string[]> {
  return (await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()).map(({ name }) => name);
}

/** `refused` may also mean a missing table: without any privilege for it, the server reports no difference. */
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

/** Why statements of this program may be too long for the server. A session cannot change that. Null if they are not. */
async function packetProblem(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ bytes: number }>`select @@max_allowed_packet as bytes`.execute(db);
  const bytes = rows[0]?.bytes ?? LEAST_PACKET_BYTES;
  if (bytes >= LEAST_PACKET_BYTES) return null;
  return `the server accepts statements of ${bytes} bytes only: set max_allowed_packet to ${LEAST_PACKET_BYTES} or more`;
}

/** The bit of `wsrep_sync_wait` for reads. */
const READS = 1;

/** The values by which MariaDB and MySQL report that it is on. */
const IS_ON = new Set<unknown>([1, '1', 'ON']);

/** On MySQL, only a table can be queried for a variable that may not exist. */
const mysqlVariable = (name: string) =>
  sql`(select variable_value from performance_schema.session_variables where variable_name = ${sql.lit(name)})`;

/** The error of a MariaDB that was built without cluster support. */
const UNKNOWN_VARIABLE = 1193;

const STALE =
  'the Galera node may answer from an older state than another node has shown: set wsrep_sync_wait to 1 on every node';
const CUT_OFF =
  'the Galera node answers from an old state while it is cut off from its cluster: set wsrep_dirty_reads to OFF on every node';
const STALE_MEMBER =
  'the member may answer from an older state than another has shown: set group_replication_consistency to BEFORE on every member';

/**
 * Why a node of Galera or a member of Group Replication cannot be read. Null if it can, and for any other server. Statements go
 * to different nodes. If a node does not wait, it answers from what it has applied so far: a page could skip records, and a scope from one node could
 * give access to records of another node that have left the scope (decision 47).
 */
async function clusterProblem(db: Kysely<Tables>): Promise<string | null> {
  try {
    // On MariaDB, SHOW VARIABLES needs a temporary table, which fails on a full disk.
    const { rows } = await sql<{
      is_node?: unknown;
      waits_for?: unknown;
      reads_dirty?: unknown;
      consistency?: unknown;
      is_primary?: unknown;
    }>`
      select 1 as alive /*M! , @@wsrep_on as is_node, @@wsrep_sync_wait as waits_for, @@wsrep_dirty_reads as reads_dirty */
      /*!80000 , ${mysqlVariable('wsrep_on')} as is_node, ${mysqlVariable('wsrep_sync_wait')} as waits_for,
      ${mysqlVariable('wsrep_dirty_reads')} as reads_dirty, if(${mysqlVariable('group_replication_group_name')} <> '',
      ${mysqlVariable('group_replication_consistency')}, null) as consistency,
      ${mysqlVariable('group_replication_single_primary_mode')} = 'ON' and not @@super_read_only as is_primary */`.execute(
      db,
    );
    const { consistency = null, is_primary: isPrimary } = rows[0] ?? {};
    // MySQL's default: nobody reads a new primary before it has caught up, and every read of another member may be stale.
    if (consistency === 'BEFORE_ON_PRIMARY_FAILOVER' && isPrimary === 1) return null;
    if (consistency !== null && consistency !== 'BEFORE' && consistency !== 'BEFORE_AND_AFTER') return STALE_MEMBER;
    const [node] = rows.filter(({ is_node: isNode }) => IS_ON.has(isNode));
    if (node === undefined) return null;
    if ((Number(node.waits_for) & READS) === 0) return STALE;
    return IS_ON.has(node.reads_dirty) ? CUT_OFF : null;
  } catch (error) {
    if ((error as { errno?: unknown }).errno === UNKNOWN_VARIABLE) return null;
    throw error;
  }
}
