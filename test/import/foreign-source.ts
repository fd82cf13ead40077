/** A database with a foreign schema, for tests. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
    return ForeignSource.createIn(await createEmptyDatabase({ charset: FOREIGN_CHARSET }));
  }

  /** @param database empty, with the character set {@link FOREIGN_CHARSET} */
  static async createIn(database: Pick<TestDatabase, 'url' | 'drop'>): Promise<ForeignSource> {
    const source = ForeignSource.openIn(database);
    for (const table of FOREIGN_TABLES) await source.run(table);
    return source;
  }

  /** One that was created before. */
  static openIn(database: Pick<TestDatabase, 'url' | 'drop'>): ForeignSource {
    const pool = createPool({ uri: database.url, connectionLimit: 2, charset: 'utf8mb4', multipleStatements: true });
    return new ForeignSource(database, pool);
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
    const numbers = Array.from({ length: leases }, (_, index) => index + 1);
    const portfolio = (n: number): number => 1 + (n % 3);
    await this.#insert(
      'portfolios (name, code)',
      [1, 2, 3].map((n) => [`Größe ${n}`, `P-${n}`]),
    );
    await this.#insert(
      'properties (portfolio_id, street, town, zip, country, lat, lng, flat)',
      numbers.map((n) => [
        portfolio(n),
        `Straße ${n}`,
        n % 2 ? 'Köln' : 'Málaga',
        `${50000 + n}`,
        'DE',
        50 + n / 1e5,
        7,
        `${n}`,
      ]),
    );
    await this.#insert(
      'persons (portfolio_id, mail, tel, forename, surname, enabled)',
      numbers.map((n) => [
        portfolio(n),
        `p${n}@example.com`,
        n % 5 ? `+49 ${n}` : null,
        `Zoë${n}`,
        'Ñandú',
        n % 7 ? 1 : 0,
      ]),
    );
    await this.#insert(
      'contracts (portfolio_id, property_id, begins, ends, rent_amount, deposit, furnished, notice)',
      numbers.map((n) => [
        portfolio(n),
        n,
        '2024-02-29',
        n % 4 ? null : '2030-01-31 00:00:00',
        n + 0.5,
        n * 2.25,
        n % 2,
        30,
      ]),
    );
    await this.#insert(
      'contract_persons (contract_id, person_id)',
      numbers.flatMap((n) =>
        n > 3 && n % 2
          ? [
              [n, n],
              [n, n - 3],
            ]
          : [[n, n]],
      ),
    );
  }

  async #insert(target: string, rows: readonly unknown[][]): Promise<void> {
    for (let from = 0; from < rows.length; from += 1000)
      await this.pool.query(`insert into ${target} values ?`, [rows.slice(from, from + 1000)]);
  }

  async rows<Row>(statement: string): Promise<Row[]> {
    const [rows] = await this.pool.query<(RowDataPacket & Row)[]>(statement);
    return rows;
  }

  /** What the import should store, by the tables of the source alone: one text for each record. */
  async expected(): Promise<string[]> {
    const kinds = await Promise.all(Object.values(EXPECTED).map((statement) => this.rows<{ t: string }>(statement)));
    return kinds.flatMap((rows) => rows.map(({ t }) => t)).toSorted();
  }
}

/** Writes the queries of the documentation into a new folder. */
export function writeQueries(folder: string): void {
  mkdirSync(folder);
  for (const [file, query] of foreignQueries(ROOT)) writeFileSync(join(folder, file), query);
}

/** What is stored, in the same form. */
export async function stored({ database }: Pick<ImportCase, 'database'>): Promise<string[]> {
  const pool = createPool({ uri: database.url, connectionLimit: 1 });
  const texts: string[] = [];
  for (const statement of Object.values(STORED)) {
    const [rows] = await pool.query<(RowDataPacket & { t: string })[]>(statement);
    texts.push(...rows.map(({ t }) => t));
  }
  await pool.end();
  return texts.toSorted();
}
