import { checkedDate, checkedId, exactKey, TABLE_OPTIONS } from './table';

/**
 * A lease and its unit are of one group (decision 18); no key cascades a group. `unit_id` is null while a lease moves
 * from one group to another, and where the unit is not known.
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
  primary key (id),
  unique key leases_identifier (identifier_key),
  unique key leases_group (id, group_id),
  key leases_of_group (group_id, id),
  key leases_of_unit (unit_id, group_id),
  key leases_move_in (move_in_date, id),
  key leases_end (end_date, start_date),
  ${checkedId('group_id')},
  ${checkedId('unit_id')},
  ${['start_date', 'end_date', 'move_in_date'].map(checkedDate).join(',\n  ')},
  constraint leases_in_group foreign key (group_id) references \`groups\` (id),
  constraint leases_unit_in_group foreign key (unit_id, group_id) references units (id, group_id)
) ${TABLE_OPTIONS}`;
