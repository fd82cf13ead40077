/** Leases that are read in the statement that finds them. */

import { sql, type SqlBool } from 'kysely';

import type { TenantCriteria } from '../model/criteria';
import type { PageRequest, RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import { withParts } from './lease-parts';
import { ofGroup } from './match-keys';
import { type LeaseRow, rowsByLease, toLease } from './rows';
import {
  type Identifications,
  identificationsOf,
  identifiedTenants,
  isActiveOn,
  pairsOfTenants,
  slotsOf,
  tenantConditions,
} from './search/tenant-conditions';
import { type PairRow, pagesOfLeases } from './search/leases-of-tenants';
import { inIdOrder } from './search/search';
import { kindOfPage, pageOf, slot, type SlotValues, slotsOfBounds } from './statements';
import { BY_ID, joined, type Prepared, type VisibleRecords } from './visible-records';

/** Rows that the first statement reads at most: one for each tenant of a lease, for each matching tenant. */
const FIRST_ROWS = 12;
/** A page with tenants reads at most this many rows for each lease. Few leases have more tenants. */
const ROWS_OF_LEASE = 4;
/** For up to this many matching tenants, the leases of each are read. */
const TENANTS = 50;

/** What the first statement of a lookup has found. */
export interface FirstLeases {
  /** All matching leases. Null if there may be more. */
  readonly ids: readonly RowId[] | null;
  /** Matching tenants so far. */
  readonly tenants: readonly RowId[];
}

/** The tenants who match, and leases of some of them. */
interface MatchingTenants {
  /** All of them; null if there are too many to read the leases of each. */
  readonly tenants: readonly RowId[] | null;
  /** For each tenant that was asked for, its first leases within the bounds. A tenant whose leases have too many tenants is absent. */
  readonly pages: ReadonlyMap<RowId, readonly RowId[]>;
}

/** A lease of a matching tenant, with one of the tenants of the lease. */
type FoundLeaseRow = LeaseRow & { readonly matching_tenant: RowId };
/** `matching` has the ids of the first matching tenants, separated by commas. */
type PageRow = FoundLeaseRow & { readonly matching: string };

export class FoundLeases {
  /** What was found, with its parts. */
  readonly read = new Map<RowId, Lease>();
  readonly #given: Identifications;
  readonly #values: SlotValues;
  readonly #kind: string;
  #first: Promise<FirstLeases> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: TenantCriteria,
    private readonly parts: LeaseParts,
    /** How many tenants of leases a statement may read. */
    private readonly most: () => number,
  ) {
    this.#given = identificationsOf(criteria);
    const { activeOn } = criteria;
    this.#values = { ...this.#given, ...(activeOn !== undefined && { activeOn }) };
    this.#kind = `by ${Object.keys(this.#values).join()}, ${Object.values(parts).join()}`;
  }

  /** One statement, which is the whole answer for nearly every tenant. */
  first(): Promise<FirstLeases> {
    this.#first ??= this.#readFirst();
    return this.#first;
  }

  /** The matching tenants, and for some of them a page of their leases: one statement, or two if the first finds no lease. */
  async matching(seen: readonly RowId[], bounds: PageRequest): Promise<MatchingTenants> {
    const { activeOn } = this.criteria;
    // With a day, a tenant with many leases may have no active one. Looking at all of them twice would take long.
    const found = activeOn === undefined && seen.length > 0 ? await this.#readPages(seen, bounds) : null;
    if (found !== null) return found;
    const rows = await this.records.preparedUnion([this.#matchingAlone(), ...pagesOfLeases(seen, activeOn, bounds)]);
    const leasesOf = (tenant: RowId) => rows.filter(({ matches, tenant_id }) => matches === 1 && tenant_id === tenant);
    return {
      tenants: fewOf(rows.filter(({ matches }) => matches === 0).map(({ tenant_id }) => tenant_id)),
      pages: new Map(seen.map((tenant) => [tenant, leasesOf(tenant).map(({ lease_id }) => lease_id)])),
    };
  }

  /** With the leases themselves. Null if there are none, as their rows name the tenants. */
  async #readPages(seen: readonly RowId[], bounds: PageRequest): Promise<MatchingTenants | null> {
    const limit = Math.min(ROWS_OF_LEASE * bounds.limit, Math.floor(this.most() / seen.length) + 1);
    const rows = await this.records.preparedUnion(seen.map((tenant) => this.#page(tenant, bounds, limit)));
    const [first] = rows;
    if (first === undefined) return null;
    const pages = new Map<RowId, readonly RowId[]>();
    for (const tenant of seen) {
      const own = rows.filter(({ matching_tenant }) => matching_tenant === tenant);
      // The tenants of some leases may be missing.
      const isCut = this.parts.tenants && own.length === limit;
      if (!isCut) pages.set(tenant, this.#add(own));
    }
    return { tenants: fewOf(first.matching.split(',').map(Number)), pages };
  }

  /** The matching tenants as rows of pairs without a lease. */
  #matchingAlone(): Prepared<PairRow> {
    return {
      name: `tenants by ${Object.keys(this.#given).join()}`,
      build: (records) =>
        this.#tenants(records).select([
          't.id as tenant_id',
          sql<RowId>`0`.as('lease_id'),
          sql<number | null>`0`.as('matches'),
        ]),
      values: { ...this.#given },
    };
  }

  async #readFirst(): Promise<FirstLeases> {
    const most = this.parts.tenants ? Math.min(FIRST_ROWS, this.most()) : FIRST_ROWS;
    const rows = await this.records.prepared<FoundLeaseRow & { readonly matches: number | null }>({
      name: `first leases ${this.#kind}`,
      build: (records) =>
        withParts(
          pairsOfTenants(records, slotsOf(this.#given))
            .innerJoin(joined('leases as l', 'primary'), (on) =>
              on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')),
            )
            .select(['p.tenant_id as matching_tenant', (this.#isActive ?? sql<SqlBool>`true`).as('matches')])
            .limit(slot<number>('rows')),
          this.parts,
        ).$castTo<FoundLeaseRow & { readonly matches: number | null }>(),
      values: { ...this.#values, rows: most + 1 },
    });
    const tenants = [...new Set(rows.map(({ matching_tenant }) => matching_tenant))];
    if (rows.length > most) return { ids: null, tenants };
    return { ids: inIdOrder(this.#add(eachOnce(rows.filter(({ matches }) => matches === 1)))), tenants };
  }

  /** A page of the leases of a tenant, if it still matches: a row for each tenant of a lease. */
  #page(tenant: RowId, bounds: PageRequest, rows: number): Prepared<PageRow> {
    return {
      name: `leases of a tenant ${this.#kind}, ${kindOfPage(bounds)}`,
      build: (records) => {
        const one = records.tenants(BY_ID).where('t.id', '=', slot<RowId>('tenant'));
        const pairs = pairsOfTenants(records, slotsOf(this.#given), one).select([
          'p.tenant_id',
          'p.lease_id',
          'p.group_id',
        ]);
        const all = this.#tenants(records).select('t.id');
        const leases = records
          .leasesOf(pageOf(pairs, 'p.lease_id', slotsOfBounds(bounds)))
          .select([
            'w.tenant_id as matching_tenant',
            sql<string>`(select group_concat(i.id) from ${all} as i)`.as('matching'),
          ])
          .$if(this.parts.tenants, (q) => q.limit(slot<number>('rows')));
        return withParts(leases, this.parts).$castTo<PageRow>();
      },
      values: { ...this.#values, ...bounds, tenant, rows },
    };
  }

  #tenants(records: VisibleRecords) {
    return identifiedTenants(records)
      .where((eb) => eb.and(tenantConditions(slotsOf(this.#given))))
      .limit(TENANTS + 1);
  }

  get #isActive() {
    return 'activeOn' in this.#values ? isActiveOn('l', slot<string>('activeOn')) : undefined;
  }

  /** @returns the ids of these leases, each once */
  #add(rows: readonly LeaseRow[]): RowId[] {
    const found = rowsByLease(rows);
    for (const [id, own] of found) this.read.set(id, toLease(own, this.parts));
    return [...found.keys()];
  }
}

/** A lease of two matching tenants is there twice, with all its tenants. */
function eachOnce<Row extends FoundLeaseRow>(rows: readonly Row[]): Row[] {
  const tenantOf = new Map<RowId, RowId>();
  for (const { id, matching_tenant } of rows) if (!tenantOf.has(id)) tenantOf.set(id, matching_tenant);
  return rows.filter(({ id, matching_tenant }) => tenantOf.get(id) === matching_tenant);
}

/** Null for too many. */
const fewOf = (tenants: readonly RowId[]): readonly RowId[] | null => (tenants.length > TENANTS ? null : tenants);
