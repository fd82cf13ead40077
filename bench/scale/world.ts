/** A measured world: staged as a row for each lease and its first tenant, then written as records in the order of their ids. */

import { type Kysely, sql } from 'kysely';

import type { Tables } from '../../src/db/tables';
import {
  COUNTRY,
  DAYS,
  email,
  externalRef,
  FIRST_YEAR,
  type IdOrder,
  NEAR,
  phone,
  SHARED_BY,
  SHARES,
  TOWER,
  UNITS_IN_SMALL_GROUP,
  worldSize,
  type WorldSize,
} from './facts';

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

/** Rows of one statement: MySQL 9.7 keeps memory for each row with a generated column until the statement ends. */
const PIECE = 50_000;

/** @param column counts the rows to insert from `first` on, without a gap */
function inPieces(rows: number, column: string, statement: (piece: string) => string, first = 1): string[] {
  const pieces = Math.ceil(rows / PIECE);
  return Array.from({ length: pieces }, (_, nth) => {
    const from = first + nth * PIECE;
    return statement(`${column} between ${from} and ${Math.min(from + PIECE, first + rows) - 1}`);
  });
}

export const insertGroups = ({ groups }: WorldSize): string =>
  `insert into \`groups\` (id, identifier, external_ref)
   select n + 1, concat('group-', n), concat('ref-group-', n) from world_numbers where n < ${groups} order by n`;

/**
 * A unit's state, city and postal code follow from its place on a line, so that a city of 4 % lies within the state of 7 %.
 * Groups stand side by side on it when ids are by group.
 */
export function insertUnits({ units, groups, tower }: WorldSize, order: IdOrder): string[] {
  const anywhere = `${draw('place', 'n')} % 1000000`;
  const district = `((group_id - 1) * ${Math.floor(1_000_000 / groups)} + ${draw('place', 'n')} % 5000) % 1000000`;
  const place = order === 'group' ? `if(group_id = 1, ${anywhere}, ${district})` : anywhere;
  const own = (what: string) => `${draw(what, 'n')} % 1000000`;
  const isTower = `n < ${tower}`;
  const statement = (
    piece: string,
  ) => `insert into units (id, identifier, group_id, external_ref, unit_number, building_name, address_line_1,
      address_line_2, city, country, state, postal_code, latitude, longitude)
    select n + 1, concat('unit-', n), group_id, concat('unit-ref-', n), n,
      if(${isTower}, '${TOWER.buildingName}', ${banded('Building', own('building'))}),
      if(${isTower}, '1 Tower Street', ${banded('Line 1', own('line 1'))}),
      ${banded('Line 2', own('line 2'))},
      ${banded('City', '(place + 55000) % 1000000')}, '${COUNTRY}', ${banded('State', 'place')},
      ${banded('Postal code', '(place + 83000) % 1000000')},
      case when ${isTower} then ${TOWER.latitude} when ${chance(0.016, 'near', 'n')}
        then ${NEAR.latitude} - 0.000099 + (${draw('latitude', 'n')} % 199) * 0.000001
        else 40 + (${draw('latitude', 'n')} % 8000000) * 0.000001 end,
      case when ${isTower} then ${TOWER.longitude} when ${chance(0.003, 'near', 'n')} then ${NEAR.longitude}
        else 20 + (${draw('longitude', 'n')} % 10000000) * 0.000001 end
    from (select n, group_id, ${place} as place from world_leases where ${piece}) as placed order by n`;
  return inPieces(units, 'n', statement, 0);
}

/** A text by its share: a few values that many units have, the rest in values of half a per cent. */
function banded(label: string, position: string): string {
  let from = 0;
  const bands = Object.entries(SHARES).map(([share, part]) => {
    from += Math.round(part * 1_000_000);
    return `when ${position} < ${from} then '${label} ${share}'`;
  });
  return `case ${bands.join(' ')} else concat('${label} ', (${position}) div 5000) end`;
}

/** The landlord carries each value that many share. */
export function insertTenants({ leases }: WorldSize): string[] {
  const shared = (value: (who: string) => string) => {
    const what = value('');
    return `case when n = 0 or ${chance(SHARED_BY.many, what, 'n')} then '${value('many')}'
       when ${chance(SHARED_BY.many + SHARED_BY.some, what, 'n')} then '${value('some')}'
       else replace('${value('#')}', '#', n) end`;
  };
  const statement = (
    piece: string,
  ) => `insert into tenants (id, identifier, group_id, external_ref, email_address, phone_number, first_name, last_name, active)
    select tenant_id, concat('tenant-', n), group_id,
      ${shared(externalRef)}, ${shared(email)}, ${shared(phone)},
      'Ada', concat('Tenant ', n), n % 10 <> 0
    from world_leases where ${piece} order by tenant_id`;
  return inPieces(leases, 'tenant_id', statement);
}

/** A few leases lack their unit. A lease lasts one to three years from its move-in. */
export const insertLeases = ({ leases }: WorldSize): string[] =>
  inPieces(
    leases,
    'lease_id',
    (piece) => `insert into leases (id, identifier, group_id, unit_id, start_date, end_date, move_in_date, is_furnished,
        minimum_days_notice, deposit, rent)
      select lease_id, concat('lease-', n), group_id, if(n % 1000 = 99, null, unit_no + 1), move_in_date,
        if(move_in_date < '9000-01-01', date_add(move_in_date, interval 365 + ${draw('end', 'n')} % 731 day), null),
        move_in_date, n % 3 = 0, 30, 2000, 1000.50
      from world_leases where ${piece} order by lease_id`,
  );

/** One tenant and, by half a chance, a second of the same group; the landlord has many leases beside the own. */
export const insertPairs = ({ leases }: WorldSize): string[] =>
  inPieces(
    leases,
    'pairs.tenant_id',
    (piece) => `insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
      select pairs.tenant_id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month
      from world_pairs as pairs join leases as l on l.id = pairs.lease_id
      where ${piece} order by pairs.tenant_id, pairs.lease_id`,
  );

export const STAGING_TABLES = 'world_numbers, world_leases, world_pairs';

/**
 * Below 2^32, repeatable, the same on every server. Twice, because crc32 is linear: two draws for one `n` would differ
 * by a constant, and no two columns would be independent of each other.
 */
export const draw = (what: string, n: string): string => `crc32(crc32(concat('${what} ', ${n})))`;

/** A draw of `share` of all. */
export const chance = (share: number, what: string, n: string): string =>
  `${draw(what, n)} % 1000000 < ${Math.round(share * 1_000_000)}`;

const DIGITS = `select 0 as d${Array.from({ length: 9 }, (_, digit) => ` union all select ${digit + 1}`).join('')}`;

export function stageNumbers({ leases }: Pick<WorldSize, 'leases'>): string[] {
  const places = Array.from({ length: String(leases - 1).length }, (_, place) => place);
  const n = places.map((place) => `d${place}.d * ${10 ** place}`).join(' + ');
  const digits = places.map((place) => `(${DIGITS}) as d${place}`).join(' cross join ');
  return [
    'create table world_numbers (n int unsigned not null primary key)',
    `insert into world_numbers select n from (select ${n} as n from ${digits}) as numbers where n < ${leases} order by n`,
  ];
}

/** `nth` counts the leases of a group, from 0. */
export function stageLeases(size: WorldSize, order: IdOrder): string[] {
  const ids = {
    random: (kind: string) => draw(kind, 'n'),
    calendar: (kind: string) => `move_in_date, ${draw(kind, 'n')}`,
    group: (kind: string) => `group_id, ${draw(kind, 'n')}`,
  }[order];
  return [
    `create table world_leases (
      n int unsigned not null primary key, unit_no int unsigned not null, group_id bigint unsigned not null, move_in_date date,
      nth int unsigned not null, group_size int unsigned not null,
      lease_id bigint unsigned not null, tenant_id bigint unsigned not null,
      key (group_id, nth), key (lease_id), key (tenant_id))`,
    `insert into world_leases
      select n, unit_no, group_id, move_in_date,
        row_number() over (partition by group_id order by n) - 1, count(*) over (partition by group_id),
        row_number() over (order by ${ids('lease id')}, n), row_number() over (order by ${ids('tenant id')}, n)
      from (
        select n, unit_no, ${groupOfUnit(size)} + 1 as group_id, ${moveIn('n')} as move_in_date
        from (select n, n % ${size.units} as unit_no from world_numbers) as numbered
      ) as grouped order by n`,
  ];
}

export const stagePairs = ({ landlordLeases }: WorldSize): string[] => [
  'create table world_pairs (tenant_id bigint unsigned not null, lease_id bigint unsigned not null, primary key (tenant_id, lease_id))',
  `insert into world_pairs
    select tenant_id, lease_id from world_leases
    union
    select second.tenant_id, w.lease_id from world_leases as w
    join world_leases as second on second.group_id = w.group_id
      and second.nth = (w.nth + 1 + ${draw('second', 'w.n')} % (w.group_size - 1)) % w.group_size
    where w.group_size > 1 and ${chance(0.5, 'pair', 'w.n')}
    union
    select landlord.tenant_id, w.lease_id from world_leases as landlord
    join world_leases as w on w.group_id = landlord.group_id and w.nth < ${landlordLeases}
    where landlord.n = 0`,
];

/** The number of a unit's group: the tower's, then the small groups', then by chance. */
function groupOfUnit({ units, groups, smallGroups, tower }: WorldSize): string {
  const fixed = tower + UNITS_IN_SMALL_GROUP * smallGroups;
  const third = (units / 3 - tower) / (units - fixed);
  return `case
    when unit_no < ${tower} then 0
    when unit_no < ${fixed} then 2 * ((unit_no - ${tower}) div ${UNITS_IN_SMALL_GROUP}) + 1
    when ${chance(third, 'third', 'unit_no')} then 0
    else 2 + 2 * (${draw('group', 'unit_no')} % ${groups - smallGroups - 1}) end`;
}

/** Spread over ten years; a few are not known, and a few lie as far off as dates go. */
const moveIn = (n: string): string => `case
    when ${n} % 200 = 11 then null
    when ${n} % 10000 = 7 then '1901-05-05'
    when ${n} % 10000 = 8 then '9999-12-31'
    else date_add('${FIRST_YEAR}-01-01', interval ${draw('move-in', n)} % ${DAYS} day) end`;
