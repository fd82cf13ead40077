/** The pairs of a lease and a tenant from a query of their own. */

import type { SourceValue } from './source-columns';
import type { SourceDatabase, SourceRow } from './source-database';
import { TextTable } from '../text-table';
import type { PairSource, SourceRecord } from '../source-record';

export const LEASE_TENANTS = 'lease-tenants.sql';

export class LeaseTenants implements PairSource {
  readonly name = LEASE_TENANTS;
  /** Each with its last pair, and 1 if it is among the leases. */
  readonly #leases = new TextTable();
  /** The tenant of each pair, with the pair of the same lease before it. */
  readonly #pairs = new TextTable();
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

  tenantsOf(lease: string): string[] {
    const tenants: string[] = [];
    const address = this.#leases.find(lease);
    if (address === 0) return tenants;
    if (this.#leases.numberAt(address, 2) === 0) this.#unmatched -= 1;
    this.#leases.setNumber(address, 2, 1);
    for (let pair = this.#leases.numberAt(address, 1); pair > 0; pair = this.#pairs.numberAt(pair, 1))
      tenants.push(this.#pairs.textAt(pair));
    return tenants.reverse();
  }

  /** They are read again, because lines of all pairs would take more memory. @throws {LoadingError} */
  async *unmatched(): AsyncGenerator<SourceRecord, void> {
    if (!this.hasUnmatched) return;
    let line = 0;
    for await (const rows of this.#rows()) {
      for (const row of rows) {
        line += 1;
        const cells = this.#cellsOf(row);
        if (this.#leases.numberAt(this.#leases.find(cells.lease), 2) === 0) yield { line, cells };
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
    const address = this.#leases.add(lease);
    const pair = this.#pairs.append(tenant);
    const before = this.#leases.numberAt(address, 1);
    if (before === 0) this.#unmatched += 1;
    this.#pairs.setNumber(pair, 1, before);
    this.#leases.setNumber(address, 1, pair);
    this.#read += 1;
  }
}

/** The cell of a file with this value: empty for NULL. Undefined for bytes that are not text. */
export const asCell = (value: SourceValue): string | undefined => (Buffer.isBuffer(value) ? undefined : (value ?? ''));
