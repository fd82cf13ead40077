/** A group whose tenants share leases, so that an answer can contain far more records than its page sizes suggest. */

import type { Kysely } from 'kysely';

import type { Tables } from '../../../src/db/tables';
import { insertGroup } from '../../../test/support/records';
import { insertSharedLeases } from '../../../test/support/shared-leases';

/** Adds 100 tenants who share 150 leases, and one lease of 1,500 other tenants. */
export async function addSharedLeases(db: Kysely<Tables>): Promise<void> {
  const groupId = await insertGroup(db, 'shared');
  await insertSharedLeases(db, { groupId, prefix: 'shared', tenants: 100, leases: 150 });
  await insertSharedLeases(db, { groupId, prefix: 'crowded', tenants: 1_500, leases: 1 });
}
