/** A database and a folder of import files for the tests in this folder. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';

import { importFolder, type ImportOptions } from '../../ingest/import/import-folder';
import type { ImportReport } from '../../ingest/import/import-run';
import type { RefusedRecord } from '../../ingest/import/refusals';
import { importSql, readSourceAddress, type SqlOptions } from '../../ingest/import/import-sql';
import { createTestDatabase, type TestDatabase } from '../support/database';

/** A list is written as NDJSON; text and bytes are written unchanged. */
type Files = Readonly<Record<string, readonly object[] | string | Buffer>>;

export class ImportCase {
  readonly folder = mkdtempSync(join(tmpdir(), 'leasegate-import-'));
  readonly rejects = join(this.folder, 'rejects.ndjson');
  refused: RefusedRecord[] = [];

  private constructor(readonly database: TestDatabase) {}

  static async create(): Promise<ImportCase> {
    return new ImportCase(await createTestDatabase());
  }

  /** Deletes every record, the files and what the last import refused. */
  async clear(): Promise<void> {
    for (const table of ['leases', 'tenants', 'units', 'groups'] as const)
      await this.database.db.deleteFrom(table).execute();
    this.#empty();
    this.refused = [];
  }

  async end(): Promise<void> {
    rmSync(this.folder, { recursive: true });
    await this.database.drop();
  }

  /** Imports these files and no others. */
  async import(files: Files, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    this.#empty();
    for (const [name, content] of Object.entries(files)) {
      const text = Array.isArray(content) ? content.map((record) => JSON.stringify(record)).join('\n') : content;
      writeFileSync(join(this.folder, name), text as string | Buffer);
    }
    this.refused = [];
    return importFolder({
      db: this.database.db,
      folder: this.folder,
      rejects: this.rejects,
      onRefusal: (record) => this.refused.push(record),
      ...options,
    });
  }

  /** Imports the results of these queries of a database, or of those of a folder. */
  async importSql(
    url: string,
    queries: Readonly<Record<string, string>> | string,
    options: Partial<SqlOptions> = {},
  ): Promise<ImportReport> {
    const folder = typeof queries === 'string' ? queries : mkdtempSync(join(this.folder, 'queries-'));
    if (typeof queries !== 'string')
      for (const [name, query] of Object.entries(queries)) writeFileSync(join(folder, name), query);
    this.refused = [];
    return importSql({
      db: this.database.db,
      folder,
      from: readSourceAddress({}, url),
      rejects: this.rejects,
      onRefusal: (record) => this.refused.push(record),
      ...options,
    });
  }

  /** `line: reason` of each refused record of the last import. */
  reasons(): string[] {
    return this.refused.map(({ line, reason }) => `${line}: ${reason}`);
  }

  rejected(): unknown[] {
    return readFileSync(this.rejects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }

  /** Everything that is stored, including row ids. */
  async everything(): Promise<Record<'groups' | 'units' | 'tenants' | 'leases' | 'pairs', unknown[]>> {
    const { db } = this.database;
    return {
      groups: await db.selectFrom('groups').select(['id', 'identifier', 'external_ref']).orderBy('id').execute(),
      units: (await sql`select * from units order by id`.execute(db)).rows,
      tenants: (await sql`select * from tenants order by id`.execute(db)).rows,
      leases: (await sql`select * from leases order by id`.execute(db)).rows,
      pairs: (await sql`select * from lease_tenants order by lease_id, tenant_id`.execute(db)).rows,
    };
  }

  async identifiers(kind: 'groups' | 'units' | 'tenants' | 'leases'): Promise<string[]> {
    const rows = await this.database.db.selectFrom(kind).select('identifier').orderBy('id').execute();
    return rows.map(({ identifier }) => identifier);
  }

  /** The group, unit and tenants of each stored lease, by identifier. */
  async leases(): Promise<Record<string, string>> {
    const { rows } = await sql<{ lease: string; told: string }>`
      select l.identifier as lease, concat(g.identifier, ' ', coalesce(u.identifier, '-'), ' ', coalesce(group_concat(t.identifier order by t.id), '-')) as told
      from leases l join ${sql.table('groups')} g on g.id = l.group_id left join units u on u.id = l.unit_id
      left join lease_tenants p on p.lease_id = l.id left join tenants t on t.id = p.tenant_id
      group by l.id, l.identifier, g.identifier, u.identifier order by l.id`.execute(this.database.db);
    return Object.fromEntries(rows.map(({ lease, told }) => [lease, told]));
  }

  #empty(): void {
    rmSync(this.folder, { recursive: true });
    mkdirSync(this.folder);
  }
}

/** The tests of the file share a database, which is empty before each of them. */
export function eachTest(use: (world: ImportCase) => unknown): void {
  let world: ImportCase;
  beforeAll(async () => {
    world = await ImportCase.create();
  });
  beforeEach(async () => {
    await world.clear();
    await use(world);
  });
  afterAll(() => world.end());
}

/** Two groups, a unit and a tenant in each, one lease in the first. */
export const SMALL = {
  'groups.ndjson': [
    { identifier: 'north', external_ref: 'N' },
    { identifier: 'south', external_ref: 'S' },
  ],
  'units.ndjson': [
    {
      identifier: 'n1',
      group: 'north',
      unit_number: '1',
      address: { city: 'Köln', latitude: 50.938, longitude: 6.96 },
    },
    { identifier: 's1', group: 'south' },
  ],
  'tenants.ndjson': [
    { identifier: 'ann', group: 'north', email_address: 'Ann@example.com', first_name: 'Ann' },
    { identifier: 'bob', group: 'north', active: false },
    { identifier: 'sue', group: 'south' },
  ],
  'leases.ndjson': [
    {
      identifier: 'l1',
      group: 'north',
      unit_id: 'n1',
      start_date: '2024-02-29',
      is_furnished: true,
      minimum_days_notice: 30,
      rent: 950.5,
      tenants: ['ann', 'bob'],
    },
  ],
};
