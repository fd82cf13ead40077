/** A database with a foreign schema, for tests. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';

import { EXPECTED, FOREIGN_CHARSET, FOREIGN_TABLES, foreignQueries, STORED } from './foreign-database';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { ROOT } from '../docs/repository';
import type { ImportCase } from './import-case';

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
