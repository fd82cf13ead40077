/** Leases that many tenants share, made by the server itself. */

import { type Kysely, sql } from 'kysely';

import type { Tables } from '../../src/db/tables';

export interface SharedLeases {
  readonly groupId: number;
  /** What the identifiers and the e-mail address of all of them begin with. */
  readonly prefix: string;
  readonly tenants: number;
  readonly leases: number;
  /** Each tenant has the leases of its own household alone: as many households as this. */
  readonly households?: number;
}

/**
 * Tenants `<prefix>-1` … and leases `<prefix>-1` …, 2026-01-01 to 2026-12-31: each tenant stands in each lease of its household.
 * Their paging ids begin above all others and follow each other without a gap.
 */
export async function insertSharedLeases(
  db: Kysely<Tables>,
  { groupId, prefix, tenants, leases, households = 1 }: SharedLeases,
): Promise<{ readonly firstTenant: number; readonly firstLease: number }> {
  const unit = await db
    .insertInto('units')
    .values({
      identifier: `${prefix}-unit`,
      group_id: groupId,
      external_ref: `${prefix}-unit-ref`,
      unit_number: '17',
      building_name: 'Haus am Ring',
      address_line_1: 'Hohenzollernring 84',
      city: 'Köln',
      country: 'DE',
      state: 'NRW',
      postal_code: '50672',
      latitude: 50.9413,
      longitude: 6.9383,
    })
    .executeTakeFirstOrThrow();
  const firstTenant = (await highestId(db, 'tenants')) + 1;
  const firstLease = (await highestId(db, 'leases')) + 1;
  await sql`
    insert into tenants (id, identifier, group_id, external_ref, email_address, phone_number, first_name, last_name, active)
    select ${firstTenant} + n, concat(${prefix}, '-', n + 1), ${groupId}, concat(${prefix}, '-ref-', n + 1),
      concat(${prefix}, '@example.com'), concat('+49 221 ', n), 'Johanna', concat('Mustermann-', n), true
    from (${numbers(tenants)}) as numbers`.execute(db);
  await sql`
    insert into leases (id, identifier, group_id, unit_id, start_date, end_date, move_in_date, is_furnished, minimum_days_notice, deposit, rent)
    select ${firstLease} + n, concat(${prefix}, '-', n + 1), ${groupId}, ${Number(unit.insertId)},
      '2026-01-01', '2026-12-31', '2026-01-01', true, 90, 2400, 1200.5
    from (${numbers(leases)}) as numbers`.execute(db);
  await sql`
    insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month, move_in_year)
    select t.id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month, l.move_in_year
    from leases as l join tenants as t on t.group_id = l.group_id
    where l.id between ${firstLease} and ${firstLease + leases - 1}
      and t.id between ${firstTenant} and ${firstTenant + tenants - 1}
      and mod(l.id - ${firstLease}, ${households}) = mod(t.id - ${firstTenant}, ${households})`.execute(db);
  return { firstTenant, firstLease };
}

async function highestId(db: Kysely<Tables>, table: 'tenants' | 'leases'): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(db);
  return Number(rows[0]!.id);
}

/** 0, 1, 2 … as a query. */
function numbers(count: number) {
  const digits = sql.raw([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `select ${digit} as d`).join(' union all '));
  return sql`select n from (
    select a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d as n
    from (${digits}) as a, (${digits}) as b, (${digits}) as c, (${digits}) as d, (${digits}) as e) as all_numbers
    where n < ${count}`;
}
