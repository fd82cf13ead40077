/** A property database of another program: other names, another collation, latin1, integers as keys. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';

import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { ROOT } from '../docs/repository';
import type { ImportCase } from './import-case';

/** Of the database. */
const FOREIGN_CHARSET = 'latin1 collate latin1_german2_ci';

const CHANGED = 'updated_at timestamp(6) default current_timestamp(6) on update current_timestamp(6)';

const FOREIGN_TABLES = [
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
const EXPECTED: Texts = {
  groups: "select concat_ws('|', 'group', id, code) t from portfolios",
  units: "select concat_ws('|', 'unit', id, portfolio_id, street, town, zip, lat + 0e0, flat) t from properties",
  tenants:
    "select concat_ws('|', 'tenant', id, portfolio_id, mail, coalesce(tel, '-'), forename, surname, enabled) t from persons",
  leases: `select concat_ws('|', 'lease', id, portfolio_id, property_id, begins, coalesce(date(ends), '-'), rent_amount + 0e0,
    deposit + 0e0, furnished + 0, notice) t from contracts`,
  pairs: "select concat_ws('|', 'pair', contract_id, person_id) t from contract_persons",
};

/** What is stored, in the same form. */
const STORED: Texts = {
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

export class ForeignSource {
  private constructor(
    readonly database: Pick<TestDatabase, 'url' | 'drop'>,
    readonly pool: Pool,
  ) {}

  static async create(): Promise<ForeignSource> {
    const database = await createEmptyDatabase({ charset: FOREIGN_CHARSET });
    const pool = createPool({ uri: database.url, connectionLimit: 2, charset: 'utf8mb4', multipleStatements: true });
    const source = new ForeignSource(database, pool);
    for (const table of FOREIGN_TABLES) await source.run(table);
    return source;
  }

  async end(): Promise<void> {
    await this.pool.end();
    await this.database.drop();
  }

  get url(): string {
    return this.database.url;
  }

  async run(statement: string): Promise<void> {
    await this.pool.query(statement);
  }

  /** `leases` contracts in three portfolios, the same for the same number. */
  async fill(leases: number): Promise<void> {
    const numbers = Array.from({ length: leases }, (_, index) => [index + 1]);
    await this.pool.query('create table numbers (n int primary key); insert into numbers values ?', [numbers]);
    await this
      .run(`insert into portfolios (name, code) select concat('Größe ', n), concat('P-', n) from numbers where n <= 3;
      insert into properties (portfolio_id, street, town, zip, country, lat, lng, flat)
        select 1 + n % 3, concat('Straße ', n), if(n % 2, 'Köln', 'Málaga'), 50000 + n, 'DE', 50 + n / 1e5, 7, n from numbers order by n;
      insert into persons (portfolio_id, mail, tel, forename, surname, enabled)
        select 1 + n % 3, concat('p', n, '@example.com'), if(n % 5, concat('+49 ', n), null), concat('Zoë', n), 'Ñandú', n % 7 > 0
        from numbers order by n;
      insert into contracts (portfolio_id, property_id, begins, ends, rent_amount, deposit, furnished, notice)
        select 1 + n % 3, n, '2024-02-29', if(n % 4, null, '2030-01-31'), n + 0.5, n * 2.25, n % 2, 30 from numbers order by n;
      insert into contract_persons (contract_id, person_id)
        select n, n from numbers union all select n, n - 3 from numbers where n > 3 and n % 2;
      drop table numbers`);
  }

  /** What the import should store, by the tables of the source alone: one text for each record. */
  async expected(): Promise<string[]> {
    const statements = Object.values(EXPECTED).map((statement) => this.pool.query<RowDataPacket[]>(statement));
    return (await Promise.all(statements)).flatMap(([rows]) => rows.map(({ t }) => String(t))).toSorted();
  }
}

/** Writes the queries of the documentation into a new folder. */
export function writeQueries(folder: string): void {
  mkdirSync(folder);
  for (const [file, query] of foreignQueries(ROOT)) writeFileSync(join(folder, file), query);
}

/** What is stored, in the same form. */
export async function stored({ database }: Pick<ImportCase, 'database'>): Promise<string[]> {
  const statements = Object.values(STORED).map((statement) => sql.raw<{ t: string }>(statement).execute(database.db));
  return (await Promise.all(statements)).flatMap(({ rows }) => rows.map(({ t }) => t)).toSorted();
}
