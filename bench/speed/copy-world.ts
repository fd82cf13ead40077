import { createConnection, type RowDataPacket } from 'mysql2/promise';

import type { DatabaseAddress } from '../../src/config/setting-values';
import type { Postgres } from './postgres';

/** The columns to copy from each table, in the order of their references. The names are PostgreSQL's. */
const TABLES: Readonly<Record<string, string>> = {
  groups: 'select id, identifier, external_ref from `groups`',
  units: `select id, identifier, group_id, external_ref, unit_number, building_name, address_line_1, address_line_2, city,
    country, state, postal_code, latitude, longitude from units`,
  tenants: `select id, identifier, group_id, external_ref, email_address, phone_number, first_name, last_name, active
    from tenants`,
  leases: `select id, identifier, group_id, unit_id, start_date, end_date, move_in_date, is_furnished, minimum_days_notice,
    deposit, rent from leases`,
  lease_tenants: `select p.tenant_id, p.lease_id, p.group_id, l.unit_id, l.move_in_date
    from lease_tenants as p join leases as l on l.id = p.lease_id`,
};

/** Copies the rows of a world to PostgreSQL, into the tables and indexes that `schema` creates. */
export async function copyWorld(address: DatabaseAddress, postgres: Postgres, schema: string): Promise<void> {
  const { host, port, user, password, database } = address;
  const connection = await createConnection({
    host,
    port,
    user,
    password: password.reveal(),
    database,
    dateStrings: true,
  });
  try {
    postgres.run(schema);
    for (const [table, statement] of Object.entries(TABLES)) {
      const [rows, fields] = await connection.query<RowDataPacket[]>(statement);
      const columns = fields.map(({ name }) => name);
      const lines = (rows as Readonly<Record<string, Value>>[]).map((row) =>
        columns.map((column) => copied(row[column] ?? null)).join('\t'),
      );
      postgres.run(`copy ${table} (${columns.join(', ')}) from stdin;\n${lines.join('\n')}\n\\.\n`);
    }
    postgres.run('vacuum analyze');
  } finally {
    await connection.end();
  }
}

type Value = string | number | null;

/** The text format of COPY. */
function copied(value: Value): string {
  if (value === null) return '\\N';
  return String(value).replace(/[\\\t\n\r]/g, (character) => COPY_ESCAPES[character] ?? character);
}

const COPY_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
