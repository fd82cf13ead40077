import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables';

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
