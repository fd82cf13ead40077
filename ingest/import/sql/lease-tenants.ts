/** The pairs of a lease and a tenant from a query of their own. */

import type { SourceValue } from './source-columns';
import type { SourceDatabase, SourceRow } from './source-database';
import type { PairSource, SourceRecord } from '../source-record';

export const LEASE_TENANTS = 'lease-tenants.sql';

export class LeaseTenants implements PairSource {
  readonly name = LEASE_TENANTS;
  /** By lease. */
  readonly #pairs = new Map<string, { readonly tenants: string[]; isMatched: boolean }>();
  #read = 0;
  #unmatched = 0;
  #isLoaded = false;

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
    return this.#unmatched > 0;
  }

  /** Reads all pairs, the first time. @throws {LoadingError} */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    for await (const rows of this.#rows()) for (const row of rows) this.#add(this.#cellsOf(row));
    this.#isLoaded = true;
  }

  tenantsOf(lease: string): readonly string[] {
    const pairs = this.#pairs.get(lease);
    if (pairs === undefined) return [];
    if (!pairs.isMatched) this.#unmatched -= 1;
    pairs.isMatched = true;
    return pairs.tenants;
  }

  /** They are read again, because lines of all pairs would take more memory. @throws {LoadingError} */
  async *unmatched(): AsyncGenerator<SourceRecord, void> {
    if (!this.hasUnmatched) return;
    let line = 0;
    for await (const rows of this.#rows()) {
      for (const row of rows) {
        line += 1;
        const cells = this.#cellsOf(row);
        if (this.#pairs.get(cells.lease)?.isMatched !== true) yield { line, cells };
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
    const pairs = this.#pairs.get(lease);
    if (pairs === undefined) {
      this.#unmatched += 1;
      this.#pairs.set(lease, { tenants: [tenant], isMatched: false });
    } else pairs.tenants.push(tenant);
    this.#read += 1;
  }
}

/** The cell of a file with this value: empty for NULL. Undefined for bytes that are not text. */
export const asCell = (value: SourceValue): string | undefined => (Buffer.isBuffer(value) ? undefined : (value ?? ''));
