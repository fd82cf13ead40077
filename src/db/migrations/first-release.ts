/** The tables of 1.0.0, each by one migration. */

import { storedEmailKey, storedPhoneKey } from '../match-keys';
import { addressKey, coordinateKey, checkedDate, checkedId, exactKey, TABLE_OPTIONS } from './table';

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

const ADDRESS_TEXTS = [
  'building_name',
  'address_line_1',
  'address_line_2',
  'city',
  'country',
  'state',
  'postal_code',
] as const;

const COORDINATES = ['latitude', 'longitude'] as const;

export const units = `
create table if not exists units (
  id           bigint unsigned not null auto_increment,
  identifier   varchar(255) not null,
  group_id     bigint unsigned not null,
  external_ref varchar(255),
  unit_number  varchar(255),
  ${ADDRESS_TEXTS.map((column) => `${column} varchar(255)`).join(',\n  ')},
  ${COORDINATES.map((column) => `${column} decimal(9, 6)`).join(',\n  ')},
  ${exactKey('identifier')},
  ${ADDRESS_TEXTS.map((column) => addressKey(column)).join(',\n  ')},
  ${COORDINATES.map(coordinateKey).join(',\n  ')},
  primary key (id),
  unique key units_identifier (identifier_key),
  unique key units_group (id, group_id),
  key units_of_group (group_id, id),
  ${ADDRESS_TEXTS.map((column) => `key units_${column} (${column}_key, group_id)`).join(',\n  ')},
  ${COORDINATES.map((column) => `key units_${column} (${column}_key, group_id, ${column})`).join(',\n  ')},
  ${checkedId('group_id')},
  constraint units_in_group foreign key (group_id) references \`groups\` (id)
) ${TABLE_OPTIONS}`;

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

/**
 * A lease and its tenants are of one group (decision 18). A pair repeats what a lookup filters its lease by, so that one index
 * finds the tenants for a filter in paging order (docs/develop/search.md). The cascading key keeps that true for every writer.
 *
 * Plain columns, not generated ones: MySQL takes fifteen times as long to plan a union over a table that has any.
 * MariaDB accepts ON UPDATE CASCADE over a parent's generated columns only together with ON DELETE CASCADE.
 */
export const leaseTenants = `
create table if not exists lease_tenants (
  tenant_id     bigint unsigned not null,
  lease_id      bigint unsigned not null,
  group_id      bigint unsigned not null,
  unit_key      bigint unsigned not null,
  move_in_day   date not null,
  move_in_month mediumint unsigned not null,
  primary key (tenant_id, lease_id),
  key lease_tenants_of_lease (lease_id, group_id, unit_key, move_in_day, move_in_month),
  key lease_tenants_of_group (group_id, tenant_id, move_in_day, unit_key),
  key lease_tenants_of_unit (unit_key, group_id, move_in_day, tenant_id),
  key lease_tenants_by_group_and_day (group_id, move_in_day, tenant_id, unit_key),
  key lease_tenants_by_day (move_in_day, tenant_id, group_id, unit_key),
  key lease_tenants_by_month (move_in_month, tenant_id, group_id, unit_key),
  ${checkedId('tenant_id')},
  constraint lease_tenants_repeat_lease
    foreign key (lease_id, group_id, unit_key, move_in_day, move_in_month)
    references leases (id, group_id, unit_key, move_in_day, move_in_month) on update cascade on delete cascade,
  constraint lease_tenants_tenant_in_group
    foreign key (group_id, tenant_id) references tenants (group_id, id) on delete cascade
) ${TABLE_OPTIONS}`;

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

/**
 * Tokens that this program created or imported, only as hashes (decision 28). Times are seconds since 1970: a TIMESTAMP
 * follows the session's zone. `group_grant` says what the token lets its caller see, as `GroupGrant` does.
 */
export const opaqueTokens = `
create table if not exists opaque_tokens (
  id          bigint unsigned not null auto_increment,
  sha256      binary(32) not null,
  subject     varchar(255) not null,
  group_grant enum('memberships', 'listed', 'all') not null,
  created_at  bigint unsigned not null,
  expires_at  bigint unsigned,
  revoked_at  bigint unsigned,
  primary key (id),
  unique key opaque_tokens_sha256 (sha256)
) ${TABLE_OPTIONS}`;

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
