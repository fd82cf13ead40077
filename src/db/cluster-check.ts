import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables';

/** The bit of `wsrep_sync_wait` that is about reading. */
const READS = 1;

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
    // SHOW VARIABLES needs a temporary table, for which a full disk has no room. MySQL, which has no clusters of this kind, skips
    // the comment.
    const { rows } = await sql<{ is_node?: unknown; waits_for?: unknown }>`
      select 1 as alive /*M! , @@wsrep_on as is_node, @@wsrep_sync_wait as waits_for */`.execute(db);
    const isStale = rows.some((row) => Number(row.is_node) === 1 && (Number(row.waits_for) & READS) === 0);
    return isStale ? STALE : null;
  } catch (error) {
    if ((error as { errno?: unknown }).errno === UNKNOWN_VARIABLE) return null;
    throw error;
  }
}
