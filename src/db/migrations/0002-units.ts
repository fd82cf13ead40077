import { addressKey, checkedId, exactKey, TABLE_OPTIONS } from './table';

const ADDRESS_TEXTS = [
  'building_name',
  'address_line_1',
  'address_line_2',
  'city',
  'country',
  'state',
  'postal_code',
] as const;

export const units = `
create table if not exists units (
  id           bigint unsigned not null auto_increment,
  identifier   varchar(255) not null,
  group_id     bigint unsigned not null,
  external_ref varchar(255),
  unit_number  varchar(255),
  ${ADDRESS_TEXTS.map((column) => `${column} varchar(255)`).join(',\n  ')},
  latitude     decimal(9, 6),
  longitude    decimal(9, 6),
  ${exactKey('identifier')},
  ${ADDRESS_TEXTS.map((column) => addressKey(column)).join(',\n  ')},
  primary key (id),
  unique key units_identifier (identifier_key),
  unique key units_group (id, group_id),
  key units_of_group (group_id, id),
  ${ADDRESS_TEXTS.map((column) => `key units_${column} (${column}_key, group_id)`).join(',\n  ')},
  key units_latitude (latitude, longitude, group_id),
  key units_longitude (longitude, latitude, group_id),
  ${checkedId('group_id')},
  constraint units_in_group foreign key (group_id) references \`groups\` (id)
) ${TABLE_OPTIONS}`;
