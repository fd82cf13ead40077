/** A database and a folder of import files for the tests in this folder. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';

import { importFolder, type ImportOptions } from '../../ingest/import/import-folder';
import type { ImportReport } from '../../ingest/import/import-run';
import { importSql, readSourceAddress, type SqlOptions } from '../../ingest/import/import-sql';
import type { RecordKind } from '../../ingest/import/kinds';
import type { RefusedRecord } from '../../ingest/import/refusals';
import { createTestDatabase, databaseForAllTests, onServer, type TestDatabase } from '../support/database';
import { threadsOf } from '../support/server-threads';

/** A list is written as NDJSON; text and bytes are written unchanged. */
type Files = Readonly<Record<string, readonly object[] | string | Buffer>>;

export class ImportCase {
  readonly folder = mkdtempSync(join(tmpdir(), 'leasegate-import-'));
  readonly rejects = join(this.folder, 'rejects.ndjson');
  refused: RefusedRecord[] = [];

  constructor(readonly database: TestDatabase) {}

  /** Deletes every record, the files and what the last import refused. */
  async clear(): Promise<void> {
    for (const table of ['leases', 'tenants', 'units', 'groups'] as const)
      await this.database.db.deleteFrom(table).execute();
    this.#write({});
    this.refused = [];
  }

  /** Imports these files and no others. */
  async import(files: Files, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    this.#write(files);
    return importFolder({ ...this.#options(), folder: this.folder, ...options });
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
    return importSql({ ...this.#options(), folder, from: readSourceAddress({}, url), ...options });
  }

  #options() {
    this.refused = [];
    const onRefusal = (record: RefusedRecord) => void this.refused.push(record);
    return { db: this.database.db, rejects: this.rejects, onRefusal };
  }

  /** Whether a connection to the database runs a statement that begins like this. */
  async isRunning(beginning: string): Promise<boolean> {
    const name = new URL(this.database.url).pathname.slice(1);
    const threads = await onServer((server) => threadsOf(server, name));
    return threads.some(({ statement }) => statement?.startsWith(beginning));
  }

  /** `line: reason` of each refused record of the last import. */
  reasons(): string[] {
    return this.refused.map(({ line, reason }) => `${line}: ${reason}`);
  }

  /** `file:line: reason` of each. */
  reasonsByFile(): string[] {
    return this.refused.map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
  }

  rejected(): unknown[] {
    const lines = readFileSync(this.rejects, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as unknown);
  }

  /** Everything that is stored, including row ids. */
  async everything(): Promise<Record<RecordKind | 'pairs', unknown[]>> {
    const { db } = this.database;
    const rowsOf = async (table: string) =>
      (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows;
    return {
      groups: await db.selectFrom('groups').select(['id', 'identifier', 'external_ref']).orderBy('id').execute(),
      units: await rowsOf('units'),
      tenants: await rowsOf('tenants'),
      leases: await rowsOf('leases'),
      pairs: await rowsOf('lease_tenants'),
    };
  }

  /** The row ids of every record. */
  async rowIds(): Promise<unknown[]> {
    const { pairs: _, ...records } = await this.everything();
    return Object.values(records).map((rows) => rows.map((row) => (row as { id: unknown }).id));
  }

  async identifiers(kind: RecordKind): Promise<string[]> {
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

  #write(files: Files): void {
    rmSync(this.folder, { recursive: true });
    mkdirSync(this.folder);
    for (const [name, content] of Object.entries(files)) {
      const text = Array.isArray(content) ? content.map((record) => JSON.stringify(record)).join('\n') : content;
      writeFileSync(join(this.folder, name), text as string | Buffer);
    }
  }
}

/** The tests of the file share its records. @param files what it has at first */
export function caseForAllTests(files: Files = {}): ImportCase {
  const world = new ImportCase(databaseForAllTests());
  beforeAll(async () => {
    if (Object.keys(files).length > 0) await world.import(files);
  });
  afterAll(() => rmSync(world.folder, { recursive: true }));
  return world;
}

/** Each test of the file begins with these records alone. */
export function caseForEachTest(files: Files = {}): ImportCase {
  const world = caseForAllTests();
  beforeEach(async () => {
    await world.clear();
    if (Object.keys(files).length > 0) await world.import(files);
  });
  return world;
}

/** Another database, which is empty, for one test. */
export async function inOtherDatabase(work: (other: ImportCase) => Promise<void>): Promise<void> {
  const other = new ImportCase(await createTestDatabase());
  try {
    await work(other);
  } finally {
    rmSync(other.folder, { recursive: true });
    await other.database.drop();
  }
}

export const PRUNE_ALL = { prune: true, maxPrune: { percent: 100 } };

/** Two groups, a unit and a tenant in each, one lease in the first. */
export const SMALL = {
  'groups.ndjson': [
    { identifier: 'north', external_ref: 'N' },
    { identifier: 'south', external_ref: 'S' },
  ],
  'units.ndjson': [
    {
      ...{ identifier: 'n1', group: 'north', unit_number: '1' },
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
      ...{ identifier: 'l1', group: 'north', unit_id: 'n1', tenants: ['ann', 'bob'] },
      ...{ start_date: '2024-02-29', is_furnished: true, minimum_days_notice: 30, rent: 950.5 },
    },
  ],
};
