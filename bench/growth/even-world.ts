/**
 * A world for growth: every group has 100 leases, 50 units and 100 tenants, so that more leases are more groups. Ids follow the
 * calendar, so that the records of a group lie as far apart as those of a real database.
 */

import { type Kysely, sql } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { DAYS, email, externalRef, FIRST_YEAR, phone } from '../scale/facts';
import { chance, draw, stageNumbers } from '../scale/world';

export const LEASES_OF_GROUP = 100;

/** The numbers of a group's leases and tenants, from 0, in the order of their ids. */
export const memberOf = (group: number, nth: number, leases: number): number =>
  nth * (leases / LEASES_OF_GROUP) + group;

/** @param leases a multiple of 1,000, @param db migrated and empty */
export async function fillEvenWorld(db: Kysely<Tables>, leases: number): Promise<void> {
  const groups = leases / LEASES_OF_GROUP;
  const day = `date_add('${FIRST_YEAR}-01-01', interval n * ${DAYS} div ${leases} day)`;
  const dated = `(select n, n % ${groups} + 1 as group_id, n % ${leases / 2} + 1 as unit_id, ${day} as day from world_numbers) as dated`;
  const statements = [
    ...stageNumbers({ leases }),
    `insert into \`groups\` (id, identifier, external_ref)
      select n + 1, concat('group-', n), concat('ref-group-', n) from world_numbers where n < ${groups}`,
    `insert into units (id, identifier, group_id, external_ref, unit_number, building_name, city, country)
      select n + 1, concat('unit-', n), n % ${groups} + 1, concat('unit-ref-', n), n, concat('Building ', n div 20),
        concat('City ', n % 1000), 'Everywhere'
      from world_numbers where n < ${leases / 2}`,
    `insert into tenants (id, identifier, group_id, external_ref, email_address, phone_number, first_name, last_name, active)
      select n + 1, concat('tenant-', n), n % ${groups} + 1, ${numbered(externalRef)}, ${numbered(email)}, ${numbered(phone)},
        'Ada', concat('Tenant ', n), n % 10 <> 0
      from world_numbers`,
    `insert into leases (id, identifier, group_id, unit_id, start_date, end_date, move_in_date, is_furnished,
        minimum_days_notice, deposit, rent)
      select n + 1, concat('lease-', n), group_id, unit_id, day, date_add(day, interval 2 year), day, n % 3 = 0, 30, 2000, 1000.50
      from ${dated}`,
    // The own tenant and, by half a chance, a second of the same group.
    `insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
      select (n + nth * ${groups} * (1 + ${draw('second', 'n')} % ${LEASES_OF_GROUP - 1})) % ${leases} + 1, n + 1, group_id,
        unit_id, day, extract(year_month from day)
      from ${dated} cross join (select 0 as nth union all select 1) as tenants_of_lease
      where nth = 0 or ${chance(0.5, 'pair', 'n')}`,
    'drop table world_numbers',
    'analyze table `groups`, units, tenants, leases, lease_tenants',
  ];
  await db.connection().execute(async (connection) => {
    // The records fit each other by construction. Without checks, MariaDB sorts what it inserts into an empty table.
    await sql`set foreign_key_checks = 0, unique_checks = 0`.execute(connection);
    for (const statement of statements) await sql.raw(statement).execute(connection);
    await sql`set foreign_key_checks = 1, unique_checks = 1`.execute(connection);
  });
}

const numbered = (value: (who: string) => string): string => `replace('${value('#')}', '#', n)`;
