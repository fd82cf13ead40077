/** A row for each lease and for the tenant who lives there first, and who else lives there: what the records are made from. */

import { DAYS, FIRST_YEAR, type IdOrder, UNITS_IN_SMALL_GROUP, type WorldSize } from './facts';

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
