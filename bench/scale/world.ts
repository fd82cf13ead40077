import { type Kysely, sql } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { type IdOrder, worldSize } from './facts';
import { insertGroups, insertLeases, insertPairs, insertTenants, insertUnits } from './world-records';
import { stageLeases, stageNumbers, stagePairs, STAGING_TABLES } from './world-stage';

export interface WorldOptions {
  /** Migrated and empty. */
  readonly db: Kysely<Tables>;
  /** At least 10,000. */
  readonly leases: number;
  readonly order: IdOrder;
  readonly onProgress?: (step: string, milliseconds: number) => void;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

/** Fills a database by statements of the server's own: the same options make the same world on either server. */
export async function fillWorld({ db, leases, order, onProgress, now }: WorldOptions): Promise<void> {
  const size = worldSize(leases);
  const steps: [string, readonly string[]][] = [
    ['numbers', stageNumbers(size)],
    ['stage', [...stageLeases(size, order), ...stagePairs(size)]],
    ['groups', [insertGroups(size)]],
    ['units', insertUnits(size, order)],
    ['tenants', insertTenants(size)],
    ['leases', insertLeases(size)],
    ['pairs', insertPairs(size)],
    ['statistics', [`drop table ${STAGING_TABLES}`, 'analyze table `groups`, units, tenants, leases, lease_tenants']],
  ];
  await db.connection().execute(async (connection) => {
    // The records fit each other by construction, and checking each of them takes a third of the time.
    await sql`set foreign_key_checks = 0`.execute(connection);
    for (const [step, statements] of steps) {
      const began = now();
      for (const statement of statements) await sql.raw(statement).execute(connection);
      onProgress?.(step, now() - began);
    }
    await sql`set foreign_key_checks = 1`.execute(connection);
  });
}
