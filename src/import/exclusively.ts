import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import { run } from './bulk';
import { LoadingError } from './refusal';
import { thenCleanUp } from './then-clean-up';

/** One name for each database: a lock's name holds for the whole server, and has 64 characters at most. */
const LOCK = `concat('leasegate-load:', left(sha2(database(), 256), 40))`;

/**
 * Does `work` while no other import or seed fills the same database.
 * @param connection a single connection: the lock is its own
 * @throws {LoadingError} when one does
 */
export async function exclusively<Result>(connection: Kysely<Tables>, work: () => Promise<Result>): Promise<Result> {
  const { rows } = await run<{ locked: number | null }>(connection, `select get_lock(${LOCK}, 0) as locked`);
  if (rows[0]?.locked !== 1) throw new LoadingError('Another import or seed is filling this database.');
  return thenCleanUp(work, () => run(connection, `select release_lock(${LOCK})`));
}
