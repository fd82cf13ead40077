/** A property database of another program: other names, another collation, latin1, integers as keys. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the database. */
export const FOREIGN_CHARSET = 'latin1 collate latin1_german2_ci';

const CHANGED = 'updated_at timestamp(6) default current_timestamp(6) on update current_timestamp(6)';

export const FOREIGN_TABLES = [
  `create table portfolios (id int primary key auto_increment, name varchar(40), code varchar(20) unique)`,
  `create table properties (id int primary key auto_increment, portfolio_id int not null references portfolios (id),
    street varchar(80), town varchar(60), zip varchar(12), country char(2), lat decimal(9,6), lng decimal(9,6), flat varchar(10),
    ${CHANGED}, foreign key (portfolio_id) references portfolios (id))`,
  `create table persons (id int primary key auto_increment, portfolio_id int not null, mail varchar(100), tel varchar(30),
    forename varchar(60), surname varchar(60), enabled tinyint(1) not null default 1,
    ${CHANGED}, foreign key (portfolio_id) references portfolios (id))`,
  `create table contracts (id int primary key auto_increment, portfolio_id int not null, property_id int not null,
    begins date, ends datetime, rent_amount decimal(10,2), deposit double, furnished bit(1), notice smallint,
    ${CHANGED}, foreign key (portfolio_id) references portfolios (id), foreign key (property_id) references properties (id))`,
  `create table contract_persons (contract_id int not null, person_id int not null, primary key (contract_id, person_id),
    foreign key (contract_id) references contracts (id), foreign key (person_id) references persons (id))`,
];

/** The queries for these tables by file, as the documentation shows them. @param root of the repository */
export function foreignQueries(root: string): ReadonlyMap<string, string> {
  const page = readFileSync(join(root, 'docs', 'operate', 'import.md'), 'utf8');
  return new Map(
    [...page.matchAll(/^```sql\n-- (\S+\.sql)\n(.*?)^```$/gms)].map(([, file = '', query = '']) => [file, query]),
  );
}

type Texts = Readonly<Record<'groups' | 'units' | 'tenants' | 'leases' | 'pairs', string>>;

/** What an import should store, by the tables of the source alone: one text `t` for each record. */
export const EXPECTED: Texts = {
  groups: "select concat_ws('|', 'group', id, code) t from portfolios",
  units: "select concat_ws('|', 'unit', id, portfolio_id, street, town, zip, lat + 0e0, flat) t from properties",
  tenants:
    "select concat_ws('|', 'tenant', id, portfolio_id, mail, coalesce(tel, '-'), forename, surname, enabled) t from persons",
  leases: `select concat_ws('|', 'lease', id, portfolio_id, property_id, begins, coalesce(date(ends), '-'), rent_amount + 0e0,
    deposit + 0e0, furnished + 0, notice) t from contracts`,
  pairs: "select concat_ws('|', 'pair', contract_id, person_id) t from contract_persons",
};

/** What is stored, in the same form. */
export const STORED: Texts = {
  groups: "select concat_ws('|', 'group', identifier, external_ref) t from `groups`",
  units: `select concat_ws('|', 'unit', u.identifier, g.identifier, address_line_1, city, postal_code, latitude + 0e0, unit_number) t
    from units u join \`groups\` g on g.id = u.group_id`,
  tenants: `select concat_ws('|', 'tenant', t.identifier, g.identifier, email_address, coalesce(phone_number, '-'), first_name,
    last_name, active) t from tenants t join \`groups\` g on g.id = t.group_id`,
  leases: `select concat_ws('|', 'lease', l.identifier, g.identifier, u.identifier, start_date, coalesce(end_date, '-'), rent + 0e0,
    deposit + 0e0, is_furnished, minimum_days_notice) t from leases l join \`groups\` g on g.id = l.group_id
    join units u on u.id = l.unit_id`,
  pairs: `select concat_ws('|', 'pair', l.identifier, t.identifier) t from lease_tenants p join leases l on l.id = p.lease_id
    join tenants t on t.id = p.tenant_id`,
};
