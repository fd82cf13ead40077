import { checkedId, TABLE_OPTIONS } from './table';

/** The groups of a token whose grant is `listed`. Such a token without a group sees nothing. */
export const opaqueTokenGroups = `
create table if not exists opaque_token_groups (
  token_id bigint unsigned not null,
  group_id bigint unsigned not null,
  primary key (token_id, group_id),
  key opaque_token_groups_of_group (group_id),
  ${checkedId('token_id')},
  ${checkedId('group_id')},
  constraint opaque_token_groups_token foreign key (token_id) references opaque_tokens (id) on delete cascade,
  constraint opaque_token_groups_group foreign key (group_id) references \`groups\` (id) on delete cascade
) ${TABLE_OPTIONS}`;
