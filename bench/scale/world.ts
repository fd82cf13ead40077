import { type Kysely, sql } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { type IdOrder, worldSize } from './facts';
import { insertGroups, insertLeases, insertPairs, insertTenants, insertUnits } from './world-records';
import { stageLeases, stageNumbers, stagePairs, STAGING_TABLES } from './world-stage';

/**
 * Fills a database by statements of the server's own: the same options make the same world on either server.
 * @param db migrated and empty, @param leases at least 10,000
 */
export async function fillWorld(db: Kysely<Tables>, leases: number, order: IdOrder): Promise<void> {
  const size = worldSize(leases);
  const statements = [
    ...stageNumbers(size),
    ...stageLeases(size, order),
    ...stagePairs(size),
    insertGroups(size),
    ...insertUnits(size, order),
    ...insertTenants(size),
    ...insertLeases(size),
    ...insertPairs(size),
    `drop table ${STAGING_TABLES}`,
    'analyze table `groups`, units, tenants, leases, lease_tenants',
  ];
  await db.connection().execute(async (connection) => {
    // The records fit each other by construction, and checking each of them takes a third of the time.
    await sql`set foreign_key_checks = 0`.execute(connection);
    for (const statement of statements) await sql.raw(statement).execute(connection);
    await sql`set foreign_key_checks = 1`.execute(connection);
  });
}
