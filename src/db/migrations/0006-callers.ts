import { exactKey, TABLE_OPTIONS } from './table';

/** Callers whose tokens name no groups. This table and `caller_groups` say what they may see (decision 30). */
export const callers = `
create table if not exists callers (
  id         bigint unsigned not null auto_increment,
  subject    varchar(255) not null,
  all_groups boolean not null default false,
  ${exactKey('subject')},
  primary key (id),
  unique key callers_subject (subject_key)
) ${TABLE_OPTIONS}`;
