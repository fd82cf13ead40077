/** Plain rows for tests that need some records of a known shape. */

import { type Kysely, sql } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { numbersBelow } from './numbers';
import { highestId } from './shared-leases';

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
  const { insertId: unit } = await db
    .insertInto('units')
    .values({ identifier: `${prefix}-unit`, group_id: groupId, city: 'Köln' })
    .executeTakeFirstOrThrow();
  const [tenant, lease] = [(await highestId(db, 'tenants')) + 1, (await highestId(db, 'leases')) + 1];
  await sql`
    insert into tenants (id, identifier, group_id, email_address, active)
    select ${tenant} + n, concat(${prefix}, '-', n + 1), ${groupId}, concat(${prefix}, '@example.com'), true
    from ${numbersBelow(count)}`.execute(db);
  await sql`
    insert into leases (id, identifier, group_id, unit_id, start_date, end_date, move_in_date)
    select ${lease} + n, concat(${prefix}, '-', n + 1), ${groupId}, ${Number(unit)}, '2026-01-01', '2026-12-31', '2026-01-01'
    from ${numbersBelow(count)}`.execute(db);
  await sql`
    insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
    select ${tenant} + id - ${lease}, id, group_id, unit_key, move_in_day, move_in_month from leases
    where id between ${lease} and ${lease + count - 1}`.execute(db);
}
