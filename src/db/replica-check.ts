import type { Kysely } from 'kysely';

import { appliedPosition, type Position, writtenPosition } from './replication-position';
import { schemaProblems } from './schema-check';
import type { Tables } from './tables';

/**
 * Why nobody can tell how far a replica is behind, to follow the words “the replica”; null when one can.
 * @param numbered whether the primary numbers its transactions
 */
export function untold(numbered: boolean, applied: Position | null): string | null {
  if (!numbered) return 'cannot be told how far it is behind: the primary has no binary log with GTIDs';
  if (applied === null) return 'does not tell how far it is behind: it has no GTID of the primary';
  return null;
}

/** What keeps a replica from being read at any time, a sentence each. @throws when a server cannot be asked */
export async function replicaProblems(primary: Kysely<Tables>, replica: Kysely<Tables>): Promise<string[]> {
  const problem = untold((await writtenPosition(primary)) !== null, await appliedPosition(replica));
  return [...(await schemaProblems(replica)), ...(problem === null ? [] : [problem])];
}
