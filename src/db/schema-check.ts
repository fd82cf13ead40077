import { type Kysely, sql } from 'kysely';

import { MIGRATION_NAMES } from './migrations';
import { COLUMNS, type Tables } from './tables';

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

/** How long a schema that fits is trusted, and how soon one that does not fit is checked again; milliseconds. */
const FIT_FOR = 60_000;
const UNFIT_FOR = 1_000;

/** What {@link schemaProblems} found a short time ago. */
export class SchemaFit {
  #problems: readonly string[] | undefined;
  #checkAgainAt = -Infinity;
  #checking: Promise<void> | undefined;

  /** @param now milliseconds, monotonic */
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly now: () => number,
  ) {}

  /** A schema that fitted is checked again in the background. @throws when the database cannot be asked */
  async problems(): Promise<readonly string[]> {
    if (this.now() >= this.#checkAgainAt) this.#checking ??= this.#check();
    if (this.#problems?.length === 0) this.#checking?.catch(() => undefined);
    else await this.#checking;
    return this.#problems ?? [];
  }

  /** The next caller waits for a new check. */
  forget(): void {
    this.#problems = undefined;
    this.#checkAgainAt = -Infinity;
  }

  async #check(): Promise<void> {
    const at = this.now();
    try {
      this.#problems = await schemaProblems(this.db);
      this.#checkAgainAt = at + (this.#problems.length === 0 ? FIT_FOR : UNFIT_FOR);
    } finally {
      this.#checking = undefined;
    }
  }
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
