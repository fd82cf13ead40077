/** The pairs of a lease and a tenant from a query of their own. */

import type { SourceValue } from './source-columns';
import { type SourceDatabase, SourceError, type SourceRow } from './source-database';
import { LoadingError } from '../refusals';
import type { PairSource, SourceRecord } from '../source-record';
import { LEASE_TENANTS } from './statements';

export interface Narrowed {
  readonly statement: string;
  readonly parameters: readonly Buffer[];
  readonly isPartial: boolean;
}

export interface Pairs extends Narrowed {
  /** Of the two columns. */
  readonly leaseFirst: boolean;
}

export class LeaseTenants implements PairSource {
  readonly name = LEASE_TENANTS;
  /** Most leases have one tenant, and a list for each of them would take twice the memory: about 200 bytes for each lease. */
  readonly #tenants = new Map<string, string | string[]>();
  #unmatched: Set<string> | undefined;
  #read = 0;

  constructor(
    private readonly source: SourceDatabase,
    private readonly pairs: Pairs,
  ) {}

  get read(): number {
    return this.#read;
  }

  get hasUnmatched(): boolean {
    return this.#unmatched !== undefined && this.#unmatched.size > 0;
  }

  /** Reads all pairs, the first time. @throws {LoadingError} */
  async load(): Promise<void> {
    if (this.#unmatched !== undefined) return;
    for await (const rows of rowsOf(this.source, this.name, this.pairs)) {
      this.#read += rows.length;
      for (const row of rows) this.#add(this.#cellsOf(row));
    }
    this.#unmatched = new Set(this.#tenants.keys());
  }

  tenantsOf(lease: string): string[] {
    this.#unmatched?.delete(lease);
    return [this.#tenants.get(lease) ?? []].flat();
  }

  /** They are read again, because lines of all pairs would take more memory. @throws {LoadingError} */
  async *unmatched(): AsyncGenerator<SourceRecord, void> {
    if (!this.hasUnmatched) return;
    let line = 0;
    for await (const rows of rowsOf(this.source, this.name, this.pairs)) {
      for (const row of rows) {
        line += 1;
        const cells = this.#cellsOf(row);
        if (this.#unmatched?.has(cells.lease) === true) yield { line, cells };
      }
    }
  }

  #cellsOf([first = null, second = null]: SourceRow): { readonly lease: string; readonly tenant: string } {
    const [lease, tenant] = this.pairs.leaseFirst ? [first, second] : [second, first];
    return { lease: asCell(lease) ?? '', tenant: asCell(tenant) ?? '' };
  }

  #add({ lease, tenant }: { readonly lease: string; readonly tenant: string }): void {
    const known = this.#tenants.get(lease);
    if (known === undefined) this.#tenants.set(lease, tenant);
    else if (typeof known === 'string') this.#tenants.set(lease, [known, tenant]);
    else known.push(tenant);
  }
}

/** @throws {LoadingError} that names the file */
export async function named<Result>(name: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw inFile(name, error);
  }
}

/** In batches, as they arrive. @throws {LoadingError} that names the file */
export async function* rowsOf(
  source: SourceDatabase,
  name: string,
  { statement, parameters }: Narrowed,
): AsyncGenerator<readonly SourceRow[], void> {
  try {
    yield* source.rows(statement, parameters);
  } catch (error) {
    throw inFile(name, error);
  }
}

const inFile = (name: string, error: unknown): unknown =>
  error instanceof SourceError ? new LoadingError(`${name}: ${error.message}`, { cause: error }) : error;

/** The cell of a file with this value: empty for NULL. Undefined for bytes that are not text. */
export const asCell = (value: SourceValue): string | undefined => (Buffer.isBuffer(value) ? undefined : (value ?? ''));
