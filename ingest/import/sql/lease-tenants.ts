/** The pairs of a lease and a tenant from a query of their own. */

import type { SourceValue } from './source-columns';
import type { SourceDatabase, SourceRow } from './source-database';
import type { PairSource, SourceRecord } from '../source-record';

export const LEASE_TENANTS = 'lease-tenants.sql';

export class LeaseTenants implements PairSource {
  readonly name = LEASE_TENANTS;
  /** Most leases have one tenant, and a list for each of them would take twice the memory: about 200 bytes for each lease. */
  readonly #tenants = new Map<string, string | string[]>();
  #unmatched: Set<string> | undefined;
  #read = 0;

  constructor(
    private readonly source: SourceDatabase,
    private readonly query: string,
    /** Of its two columns. */
    private readonly leaseFirst: boolean,
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
    for await (const rows of this.#rows()) {
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
    for await (const rows of this.#rows()) {
      for (const row of rows) {
        line += 1;
        const cells = this.#cellsOf(row);
        if (this.#unmatched?.has(cells.lease) === true) yield { line, cells };
      }
    }
  }

  #rows(): AsyncGenerator<readonly SourceRow[], void> {
    return this.source.rows(this.name, this.query);
  }

  #cellsOf([first = null, second = null]: SourceRow): { readonly lease: string; readonly tenant: string } {
    const [lease, tenant] = this.leaseFirst ? [first, second] : [second, first];
    return { lease: asCell(lease) ?? '', tenant: asCell(tenant) ?? '' };
  }

  #add({ lease, tenant }: { readonly lease: string; readonly tenant: string }): void {
    const known = this.#tenants.get(lease);
    if (known === undefined) this.#tenants.set(lease, tenant);
    else if (typeof known === 'string') this.#tenants.set(lease, [known, tenant]);
    else known.push(tenant);
  }
}

/** The cell of a file with this value: empty for NULL. Undefined for bytes that are not text. */
export const asCell = (value: SourceValue): string | undefined => (Buffer.isBuffer(value) ? undefined : (value ?? ''));
