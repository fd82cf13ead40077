import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables';

/** The bit of `wsrep_sync_wait` that is about reading. */
const READS = 1;

const STALE =
  'the Galera node may answer from an older state than another node has shown: set wsrep_sync_wait to 1 on every node';

/**
 * What keeps a node of a Galera cluster from being read, null when nothing does or it is none. Statements meet one node after
 * the other, and without a wait each shows what it has applied so far: a page would skip, and a scope from one node would open
 * records of another that had left it (decision 70).
 */
export async function clusterProblem(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ Variable_name: string; Value: string }>`
    show variables where variable_name in ('wsrep_on', 'wsrep_sync_wait')`.execute(db);
  const valueOf = (name: string) => rows.find(({ Variable_name }) => Variable_name === name)?.Value;
  if (valueOf('wsrep_on') !== 'ON') return null;
  return (Number(valueOf('wsrep_sync_wait')) & READS) === READS ? null : STALE;
}
