import type { Kysely } from 'kysely';

import { connect } from '../../src/db/connect';
import type { Tables } from '../../src/db/tables';
import type { Random } from '../../ingest/seed/random';
import { readDatabaseAddress } from '../../src/config/settings';
import { type Change, type Changes, type Kind, KINDS } from './changes';

/** How many changes of each kind writers have committed. */
export type Committed = Record<Kind, number>;

/** ER_LOCK_DEADLOCK, ER_LOCK_WAIT_TIMEOUT, and MariaDB's "record has changed since last read". */
const GIVEN_UP = new Set<unknown>([1213, 1205, 1020]);

/** Works continuously on its own connection until it is over. */
export async function write(
  databaseUrl: string,
  changes: Changes,
  random: Random,
  done: Committed,
  isOver: () => boolean,
): Promise<void> {
  const db = connect(readDatabaseAddress({ DATABASE_URL: databaseUrl }), { poolSize: 1, connectTimeoutMs: 10_000 });
  try {
    while (!isOver()) {
      const kind = random.pick(KINDS);
      const change = changes.draw(kind, random);
      if (change === null) continue;
      await commit(db, change);
      done[kind] += 1;
    }
  } finally {
    await db.destroy();
  }
}

async function commit(db: Kysely<Tables>, change: Change): Promise<void> {
  for (;;) {
    try {
      return await db.transaction().execute(change);
    } catch (error) {
      const { errno, cause } = error as { errno?: number; cause?: { errno?: number } };
      if (!GIVEN_UP.has(errno ?? cause?.errno)) throw error;
    }
  }
}
