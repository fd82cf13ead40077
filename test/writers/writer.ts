import type { Kysely } from 'kysely';

import { connect } from '../../src/db/connect';
import type { Tables } from '../../src/db/tables';
import type { Random } from '../../ingest/seed/random';
import { readDatabaseAddress } from '../../src/config/settings';
import { type Change, type Changes, type Kind, KINDS } from './changes';

/** What a writer has done. */
export interface Work {
  readonly committed: Record<Kind, number>;
  records: number;
  /** Transactions that the server aborted in favour of another writer's, and that were retried. */
  retries: number;
}

export const noWork = (): Work => ({
  committed: { arrival: 0, departure: 0, move: 0, wandering: 0, 'bulk update': 0 },
  records: 0,
  retries: 0,
});

/** ER_LOCK_DEADLOCK, ER_LOCK_WAIT_TIMEOUT, and MariaDB's "record has changed since last read". */
const GIVEN_UP = new Set<unknown>([1213, 1205, 1020]);

/** Works continuously on its own connection until `done`. */
export async function write(
  databaseUrl: string,
  changes: Changes,
  random: Random,
  work: Work,
  done: () => boolean,
): Promise<void> {
  const db = connect(readDatabaseAddress({ DATABASE_URL: databaseUrl }), { poolSize: 1, connectTimeoutMs: 10_000 });
  try {
    while (!done()) {
      const kind = random.pick(KINDS);
      const change = changes.draw(kind, random);
      if (change === null) continue;
      work.records += await committed(db, change, work);
      work.committed[kind] += 1;
    }
  } finally {
    await db.destroy();
  }
}

async function committed(db: Kysely<Tables>, change: Change, work: Work): Promise<number> {
  for (;;) {
    try {
      return await db.transaction().execute(change);
    } catch (error) {
      const { errno, cause } = error as { errno?: number; cause?: { errno?: number } };
      if (!GIVEN_UP.has(errno ?? cause?.errno)) throw error;
      work.retries += 1;
    }
  }
}
