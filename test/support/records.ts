/** Plain rows for tests that need some records of a known shape. */

import type { Kysely } from 'kysely';

import { insertLeaseTenants } from '../../ingest/import/store';
import type { Tables } from '../../src/db/tables';

/** Inserts a group and returns its row id. */
export async function insertGroup(db: Kysely<Tables>, identifier: string): Promise<number> {
  const { insertId } = await db
    .insertInto('groups')
    .values({ identifier, external_ref: `ref-${identifier}` })
    .executeTakeFirstOrThrow();
  return Number(insertId);
}

/**
 * `count` tenants `<prefix>-1`, `<prefix>-2` …, each with one lease of the same name in one unit of the group,
 * 2026-01-01 to 2026-12-31. Row ids are consecutive.
 */
export async function insertTenantsWithLeases(
  db: Kysely<Tables>,
  groupId: number,
  prefix: string,
  count: number,
): Promise<void> {
  const unit = await db
    .insertInto('units')
    .values({ identifier: `${prefix}-unit`, group_id: groupId, city: 'Köln' })
    .executeTakeFirstOrThrow();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  for (let from = 0; from < count; from += 1000) {
    const batch = numbers.slice(from, from + 1000);
    const tenants = await db
      .insertInto('tenants')
      .values(
        batch.map((n) => ({
          identifier: `${prefix}-${n}`,
          group_id: groupId,
          email_address: `${prefix}@example.com`,
          active: true,
        })),
      )
      .executeTakeFirstOrThrow();
    const leases = await db
      .insertInto('leases')
      .values(
        batch.map((n) => ({
          identifier: `${prefix}-${n}`,
          group_id: groupId,
          unit_id: Number(unit.insertId),
          start_date: '2026-01-01',
          end_date: '2026-12-31',
          move_in_date: '2026-01-01',
        })),
      )
      .executeTakeFirstOrThrow();
    await insertLeaseTenants(
      db,
      batch.map((_, index) => ({
        tenant_id: Number(tenants.insertId) + index,
        lease_id: Number(leases.insertId) + index,
      })),
    );
  }
}
