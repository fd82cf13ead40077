/** The records of a measured world, in the order of their ids. */

import {
  COUNTRY,
  email,
  externalRef,
  type IdOrder,
  NEAR,
  phone,
  SHARED_BY,
  SHARES,
  TOWER,
  type WorldSize,
} from './facts';
import { chance, draw } from './world-stage';

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
