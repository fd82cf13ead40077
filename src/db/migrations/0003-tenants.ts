import { storedEmailKey } from '../match-keys';
import { storedPhoneKey } from '../phone-key';
import { checkedId, exactKey, TABLE_OPTIONS } from './table';

export const tenants = `
create table if not exists tenants (
  id            bigint unsigned not null auto_increment,
  identifier    varchar(255) not null,
  group_id      bigint unsigned not null,
  external_ref  varchar(255),
  email_address varchar(255),
  phone_number  varchar(255),
  first_name    varchar(255),
  last_name     varchar(255),
  active        boolean not null default true,
  ${exactKey('identifier')},
  ${exactKey('external_ref')},
  email_key     varchar(255) generated always as (${storedEmailKey('email_address')}) stored,
  phone_key     varchar(255) generated always as (${storedPhoneKey('phone_number')}) stored,
  primary key (id),
  unique key tenants_identifier (identifier_key),
  unique key tenants_of_group (group_id, id),
  key tenants_external_ref (external_ref_key, group_id),
  key tenants_email (email_key, group_id),
  key tenants_phone (phone_key, group_id),
  ${checkedId('group_id')},
  constraint tenants_in_group foreign key (group_id) references \`groups\` (id)
) ${TABLE_OPTIONS}`;
