/** The source of the benchmark, filled by statements of the server's own, and its records as files. */

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { createConnection as createStreamingConnection } from 'mysql2';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import { KINDS, type RecordKind } from '../../ingest/import/kinds';
import { stageNumbers } from '../scale/world-stage';
import { EXPECTED, FOREIGN_TABLES, STORED } from './foreign-database';

/** A thousand leases each. */
export const portfolios = (leases: number): number => Math.max(10, Math.round(leases / 1000));

/** Lease `n`, from 0: property and portfolio follow from it, so the first leases refer to the first records only. */
const PROPERTY = 'n div 2';

/**
 * Two contracts for each property, a person for each contract, and a second one for half of them.
 * @param url of an empty database with the character set of the source
 * @param leases an even number
 */
export async function fillSource(url: string, leases: number): Promise<void> {
  const all = portfolios(leases);
  const portfolio = (property: string): string => `1 + (${property}) % ${all}`;
  const connection = await createConnection(url);
  try {
    for (const statement of [
      ...FOREIGN_TABLES,
      ...stageNumbers({ leases }),
      `insert into portfolios (id, name, code) select n + 1, concat('Größe ', n + 1), concat('P-', n + 1)
        from world_numbers where n < ${all} order by n`,
      `insert into properties (id, portfolio_id, street, town, zip, country, lat, lng, door)
        select n + 1, ${portfolio('n')}, concat('Straße ', n + 1), if(n % 2, 'Köln', 'Málaga'), 10000 + n % 90000, 'DE',
          50 + n % 50000 / 100000, 7, n % 100 from world_numbers where n < ${leases / 2} order by n`,
      `insert into persons (id, portfolio_id, mail, tel, forename, surname, enabled)
        select n + 1, ${portfolio(PROPERTY)}, concat('p', n, '@example.com'), if(n % 5, concat('+49 ', n), null),
          concat('Zoë', n), 'Ñandú', n % 7 > 0 from world_numbers order by n`,
      `insert into contracts (id, portfolio_id, property_id, begins, ends, rent_amount, deposit, furnished, notice)
        select n + 1, ${portfolio(PROPERTY)}, 1 + ${PROPERTY}, '2024-02-29', if(n % 4, null, '2030-01-31'), n % 9000 + 0.5,
          n % 9000 * 2.25, n % 2, 30 from world_numbers order by n`,
      `insert into contract_persons (contract_id, person_id)
        select n + 1, n + 1 from world_numbers
        union all select n + 1, n + 1 - ${2 * all} from world_numbers where n % 2 = 1 and n >= ${2 * all} order by 1, 2`,
      'analyze table portfolios, properties, persons, contracts, contract_persons',
    ])
      await connection.query(statement);
  } finally {
    await connection.end();
  }
}

/** Changes a tenth of the records. */
export async function changeTenth(url: string): Promise<void> {
  const connection = await createConnection(url);
  try {
    await connection.query("update properties set door = 'new' where id % 10 = 0");
    await connection.query("update persons set surname = 'Müller' where id % 10 = 0");
    await connection.query('update contracts set rent_amount = rent_amount + 100 where id % 10 = 0');
  } finally {
    await connection.end();
  }
}

const RECORDS: Readonly<Record<RecordKind, string>> = {
  groups: 'select id as identifier, code as external_ref from portfolios',
  units: `select id as identifier, portfolio_id as \`group\`, street, town, zip, country, lat, lng, door from properties`,
  tenants: `select id as identifier, portfolio_id as \`group\`, mail as email_address, tel as phone_number,
    forename as first_name, surname as last_name, enabled as active from persons`,
  leases: `select c.id as identifier, c.portfolio_id as \`group\`, c.property_id as unit_id, c.begins as start_date,
    c.ends as end_date, c.furnished + 0 as is_furnished, c.notice as minimum_days_notice, c.deposit, c.rent_amount as rent,
    group_concat(p.person_id) as tenants from contracts as c join contract_persons as p on p.contract_id = c.id
    group by c.id order by c.id`,
};

type Values = Record<string, string | number | null>;

const RECORD_OF: Readonly<Record<RecordKind, (row: Values) => object>> = {
  groups: (row) => row,
  units: ({ identifier, group, street, town, zip, country, lat, lng, door }) => ({
    identifier,
    group,
    unit_number: door,
    address: { address_line_1: street, city: town, postal_code: zip, country, latitude: lat, longitude: lng },
  }),
  tenants: (row) => ({ ...row, active: row.active === 1 }),
  leases: (row) => ({
    ...row,
    end_date: row.end_date === null ? null : String(row.end_date).slice(0, 10),
    is_furnished: row.is_furnished === 1,
    tenants: String(row.tenants).split(','),
  }),
};

const fileOf = (folder: string, kind: RecordKind): string => join(folder, `${kind}.ndjson`);

/** Writes the records of a source as the files of an import. */
export async function writeFiles(url: string, folder: string): Promise<void> {
  const connection = createStreamingConnection({ uri: url, dateStrings: true, decimalNumbers: true });
  try {
    for (const kind of KINDS) {
      const file = createWriteStream(fileOf(folder, kind));
      for await (const row of connection.query(RECORDS[kind]).stream() as AsyncIterable<Values>) {
        for (const key of ['identifier', 'group', 'unit_id']) if (row[key] !== undefined) row[key] = String(row[key]);
        if (!file.write(`${JSON.stringify(RECORD_OF[kind](row))}\n`)) await once(file, 'drain');
      }
      file.end();
      await once(file, 'finish');
    }
  } finally {
    connection.destroy();
  }
}

/** Writes the first leases of the files, and what they refer to, as changes. @returns the number of changes */
export async function writeChanges(folder: string, path: string, leases: number): Promise<number> {
  const most: Readonly<Record<RecordKind, number>> = {
    groups: Infinity,
    units: leases / 2,
    tenants: leases,
    leases,
  };
  const file = createWriteStream(path);
  let position = 0;
  for (const kind of KINDS) {
    let left = most[kind];
    for await (const line of createInterface({ input: createReadStream(fileOf(folder, kind)) })) {
      if (left === 0) break;
      left -= 1;
      position += 1;
      const change = `{"kind":"${kind.slice(0, -1)}","position":"${position}","record":${line}}\n`;
      if (!file.write(change)) await once(file, 'drain');
    }
  }
  file.end();
  await once(file, 'finish');
  return position;
}

/** The count and the checksum of the texts of a statement. */
const digest = (statement: string): string =>
  `select concat(count(*), ' ', coalesce(sum(cast(conv(left(sha2(convert(t using utf8mb4), 256), 12), 16, 10) as unsigned)), 0)) as t
    from (${statement}) as texts`;

async function digestOf(connection: Connection, statement: string): Promise<string> {
  const [rows] = await connection.query<RowDataPacket[]>(digest(statement));
  return String(rows[0]?.t);
}

/** @param leases of the source, from the first on. @returns the kinds whose counts or checksums differ */
export async function differences(sourceUrl: string, targetUrl: string, leases: number): Promise<string[]> {
  const [source, target] = [await createConnection(sourceUrl), await createConnection(targetUrl)];
  const last: Partial<Record<string, string>> = {
    units: `where id <= ${leases / 2}`,
    tenants: `where id <= ${leases}`,
    leases: `where id <= ${leases}`,
    pairs: `where contract_id <= ${leases}`,
  };
  try {
    const different: string[] = [];
    for (const kind of [...KINDS, 'pairs'] as const) {
      const expected = await digestOf(source, `${EXPECTED[kind]} ${last[kind] ?? ''}`);
      const stored = await digestOf(target, STORED[kind]);
      if (stored !== expected) different.push(`${kind}: ${expected} expected, ${stored} stored`);
    }
    return different;
  } finally {
    await source.end();
    await target.end();
  }
}
