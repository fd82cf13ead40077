/** The records of the four kinds from the queries of an operator, on one snapshot of another database. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Environment, SettingReader } from '../../src/config/setting-reader';
import { type DatabaseAddress, databaseAddress } from '../../src/config/setting-values';
import { Secret } from '../../src/model/secret';
import { refuseUnread, unreadable } from './import-folder';
import type { ImportReport } from './import-run';
import { importSources, type LoadingOptions } from './import-sources';
import { assertColumns, KINDS, type RecordKind } from './kinds';
import { forAll, LoadingError, quoted } from './refusals';
import type { PairSource, RecordSource, SourceRecord } from './source-record';
import { type SourceColumn, SourceDatabase, type SourceRow, type SourceValue } from './sql/source-database';
import { Column, TextNumbers } from './text-numbers';

export interface SqlOptions extends LoadingOptions {
  /** The folder with the queries. */
  readonly folder: string;
  readonly from: DatabaseAddress;
  /** How many seconds the source may send nothing while the import waits for it; a minute unless given. */
  readonly sourceTimeout?: number;
}

/**
 * Loads the results of the queries of a folder, all read from one snapshot.
 * @throws {LoadingError} when a query is wrong, when the source cannot be read, and as {@link importSources}
 */
export async function importSql(options: SqlOptions): Promise<ImportReport> {
  const { folder, from, sourceTimeout = 60 } = options;
  const queries = await readQueries(folder);
  const source = await SourceDatabase.open(from, sourceTimeout * 1000);
  try {
    const sources = await sqlSources(source, queries);
    return await importSources({ ...options, sources });
  } finally {
    source.close();
  }
}

/**
 * The database that an import reads. If the URL has no password, the settings give it.
 * @throws {SettingsError}
 */
export function readSourceAddress(environment: Environment, url: string): DatabaseAddress {
  const reader = new SettingReader(environment);
  const password = reader.optional('SOURCE_DATABASE_PASSWORD');
  const address = reader.read('--from', () => databaseAddress(url));
  reader.finish();
  const { user, password: own } = address.login.reveal();
  return own !== '' || password === undefined
    ? address
    : { ...address, login: new Secret({ user, password: password.reveal() }) };
}

const LEASE_TENANTS = 'lease-tenants.sql';
const queryFile = (kind: RecordKind): string => `${kind}.sql`;

/** The queries by file. @throws {LoadingError} when there is none */
async function readQueries(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = [...KINDS.map(queryFile), LEASE_TENANTS];
  const present = (await readdir(folder).catch(unreadable(folder))).filter((name) => /\.sql/i.test(name));
  refuseUnread(present, names, () => `the queries are ${names.join(', ')}`);
  const queries = new Map<string, string>();
  for (const name of names.filter((each) => present.includes(each))) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(unreadable(path));
    // The server finds what is no single SELECT: the query stands in parentheses when its columns are asked for.
    queries.set(name, text.replace(/^\ufeff/, '').replace(/;\s*$/, ''));
  }
  if (queries.size === 0) throw new LoadingError(`There is no query to import. Expected ${names.join(', ')}.`);
  if (queries.has(LEASE_TENANTS) && !queries.has(queryFile('leases')))
    throw new LoadingError(`There is ${LEASE_TENANTS}, but no ${queryFile('leases')}.`);
  return queries;
}

/** @throws {LoadingError} when a query is wrong or has the wrong columns */
async function sqlSources(source: SourceDatabase, queries: ReadonlyMap<string, string>): Promise<RecordSource[]> {
  const sources: RecordSource[] = [];
  await forAll(KINDS, async (kind) => {
    const name = queryFile(kind);
    const query = queries.get(name);
    if (query === undefined) return;
    const columns = await source.columnsOf(name, query);
    const fields = columns.map((column) => column.name);
    const pairQuery = kind === 'leases' ? queries.get(LEASE_TENANTS) : undefined;
    if (pairQuery !== undefined && fields.includes('tenants'))
      throw new LoadingError(`Both ${name} and ${LEASE_TENANTS} have the tenants of a lease.`);
    assertColumns(kind, name, pairQuery === undefined ? fields : [...fields, 'tenants']);
    assertExact(name, columns);
    const pairs = pairQuery === undefined ? undefined : await leaseTenantsOf(source, pairQuery);
    const records = async function* (): ReturnType<RecordSource['records']> {
      await pairs?.load();
      let line = 0;
      for await (const rows of source.rows(name, query))
        yield rows.map((values) => recordOf(++line, values, fields, pairs));
    };
    sources.push({ kind, name, mayBeEmpty: true, pairs, records });
  });
  return sources;
}

/** @throws {LoadingError} that names the columns whose text may not be their value */
function assertExact(name: string, columns: readonly SourceColumn[]): void {
  const problems = columns.flatMap(({ name: column, inexact }) =>
    inexact === undefined ? [] : `${quoted(column)} is ${inexact}.`,
  );
  if (problems.length > 0) throw new LoadingError(`${name}: ${problems.join(' ')}`);
}

async function leaseTenantsOf(source: SourceDatabase, query: string): Promise<LeaseTenants> {
  const columns = await source.columnsOf(LEASE_TENANTS, query);
  const names = columns.map(({ name }) => name);
  if (names.toSorted().join(' ') !== 'lease tenant')
    throw new LoadingError(`${LEASE_TENANTS} must have the columns ${quoted('lease')} and ${quoted('tenant')}.`);
  assertExact(LEASE_TENANTS, columns);
  return new LeaseTenants(source, query, names[0] === 'lease');
}

function recordOf(line: number, values: SourceRow, fields: readonly string[], pairs?: LeaseTenants): SourceRecord {
  const cells: Record<string, string | readonly string[]> = {};
  for (const [index, field] of fields.entries()) {
    const cell = asCell(values[index] ?? null);
    if (cell === undefined) {
      const problem = `has bytes in ${quoted(field)} that are not UTF-8: use CONVERT or HEX`;
      return { line, problem, readable: cells };
    }
    cells[field] = cell;
  }
  if (pairs !== undefined) cells.tenants = pairs.tenantsOf(String(cells.identifier));
  return { line, cells };
}

type PairCells = Readonly<Record<'lease' | 'tenant', string>>;

/** The pairs of a lease and a tenant from a query of their own. */
class LeaseTenants implements PairSource {
  readonly name = LEASE_TENANTS;
  /** The identifiers of leases and of tenants. */
  readonly #texts = new TextNumbers();
  /** By the number of a pair, from 1: its tenant, and the pair of its lease before it. */
  readonly #tenantOf = new Column();
  readonly #before = new Column();
  /** By the number of a lease: its last pair, and 1 once it is matched. */
  readonly #lastPair = new Column();
  readonly #matched = new Column();
  #unmatched = 0;
  read = 0;
  #loaded: Promise<void> | undefined;

  constructor(
    private readonly source: SourceDatabase,
    private readonly query: string,
    /** Of its two columns. */
    private readonly leaseFirst: boolean,
  ) {}

  get hasUnmatched(): boolean {
    return this.#unmatched > 0;
  }

  /** Reads all pairs, the first time. @throws {LoadingError} */
  load = (): Promise<void> => (this.#loaded ??= this.#load());

  async #load(): Promise<void> {
    for await (const pairs of this.#cells())
      for (const { lease, tenant } of pairs) {
        this.read += 1;
        const number = this.#texts.add(lease);
        const before = this.#lastPair.get(number);
        if (before === 0) this.#unmatched += 1;
        this.#tenantOf.set(this.read, this.#texts.add(tenant));
        this.#before.set(this.read, before);
        this.#lastPair.set(number, this.read);
      }
  }

  tenantsOf(lease: string): readonly string[] {
    const number = this.#texts.numberOf(lease);
    const tenants: string[] = [];
    for (let pair = this.#lastPair.get(number); pair > 0; pair = this.#before.get(pair))
      tenants.push(this.#texts.text(this.#tenantOf.get(pair)));
    if (tenants.length > 0) this.#unmatched -= 1 - this.#matched.get(number);
    this.#matched.set(number, 1);
    return tenants.reverse();
  }

  /** They are read again, because lines of all pairs would take more memory. @throws {LoadingError} */
  async *unmatched(): AsyncGenerator<SourceRecord, void> {
    if (!this.hasUnmatched) return;
    let line = 0;
    for await (const pairs of this.#cells()) {
      for (const cells of pairs) {
        line += 1;
        if (this.#matched.get(this.#texts.numberOf(cells.lease)) === 0) yield { line, cells };
      }
    }
  }

  async *#cells(): AsyncGenerator<readonly PairCells[], void> {
    const [lease, tenant] = this.leaseFirst ? [0, 1] : [1, 0];
    const cellOf = (value: SourceValue = null): string => asCell(value) ?? '';
    for await (const rows of this.source.rows(this.name, this.query))
      yield rows.map((row) => ({ lease: cellOf(row[lease]), tenant: cellOf(row[tenant]) }));
  }
}

/** The cell of a file with this value: empty for NULL. Undefined for bytes that are not text. */
const asCell = (value: SourceValue): string | undefined => (Buffer.isBuffer(value) ? undefined : (value ?? ''));
