import { exactKey, TABLE_OPTIONS } from './table';

export const groups = `
create table if not exists \`groups\` (
  id           bigint unsigned not null auto_increment,
  identifier   varchar(255) not null,
  external_ref varchar(255),
  ${exactKey('identifier')},
  ${exactKey('external_ref')},
  primary key (id),
  unique key groups_identifier (identifier_key),
  unique key groups_external_ref (external_ref_key)
) ${TABLE_OPTIONS}`;
