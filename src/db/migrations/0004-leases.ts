import { checkedDate, checkedId, exactKey, TABLE_OPTIONS } from './table';

/**
 * A lease and its unit are of one group (decision 18); no key cascades a group. `unit_id` is null while a lease moves
 * from one group to another, and where the unit is not known.
 *
 * What a pair of `lease_tenants` repeats of its lease is never null here: a null in a foreign key would switch its check off.
 * STORED, because MariaDB accepts a key over VIRTUAL columns and then does not cascade.
 */
export const leases = `
create table if not exists leases (
  id                  bigint unsigned not null auto_increment,
  identifier          varchar(255) not null,
  group_id            bigint unsigned not null,
  unit_id             bigint unsigned,
  start_date          date,
  end_date            date,
  move_in_date        date,
  is_furnished        boolean,
  minimum_days_notice int,
  deposit             decimal(15, 4),
  rent                decimal(15, 4),
  ${exactKey('identifier')},
  unit_key      bigint unsigned generated always as (coalesce(unit_id, 0)) stored,
  move_in_day   date generated always as (coalesce(move_in_date, '0000-01-01')) stored,
  move_in_month mediumint unsigned generated always as (coalesce(extract(year_month from move_in_date), 0)) stored,
  primary key (id),
  unique key leases_identifier (identifier_key),
  unique key leases_repeated (id, group_id, unit_key, move_in_day, move_in_month),
  key leases_of_group (group_id, id, start_date, end_date),
  key leases_of_unit (unit_id, group_id),
  ${checkedId('group_id')},
  ${checkedId('unit_id')},
  ${['start_date', 'end_date', 'move_in_date'].map(checkedDate).join(',\n  ')},
  constraint leases_in_group foreign key (group_id) references \`groups\` (id),
  constraint leases_unit_in_group foreign key (unit_id, group_id) references units (id, group_id)
) ${TABLE_OPTIONS}`;
