import { checkedId, TABLE_OPTIONS } from './table';

export const callerGroups = `
create table if not exists caller_groups (
  caller_id bigint unsigned not null,
  group_id  bigint unsigned not null,
  primary key (caller_id, group_id),
  key caller_groups_of_group (group_id),
  ${checkedId('caller_id')},
  ${checkedId('group_id')},
  constraint caller_groups_caller foreign key (caller_id) references callers (id) on delete cascade,
  constraint caller_groups_group foreign key (group_id) references \`groups\` (id) on delete cascade
) ${TABLE_OPTIONS}`;
