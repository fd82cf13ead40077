/** The one statement that answers nearly every lookup by tenant: it reads the leases with their records. */

import { sql, type SqlBool } from 'kysely';

import type { TenantCriteria } from '../model/criteria';
import type { RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import { withParts } from './lease-parts';
import { type LeaseRow, rowsByLease, toLease } from './rows';
import { identificationsOf, isActiveOn, leasesOfTenants, slotsOf } from './search/tenant-conditions';
import { slot } from './statements';
import type { VisibleRecords } from './visible-records';

/** Rows that the statement reads at most: one for each tenant of a lease, for each matching tenant. */
const MOST_ROWS = 12;

/** A lease of a matching tenant, with one of the tenants of the lease. */
type MatchRow = LeaseRow & { readonly matching_tenant: RowId; readonly matches: number | null };

/** All matching leases, if they are few. They are read once. */
export class FewLeases {
  /** The leases that were read, with their parts. */
  readonly byId = new Map<RowId, Lease>();
  #ids: Promise<readonly RowId[] | null> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: TenantCriteria,
    private readonly parts: LeaseParts,
    /** How many tenants of leases a statement may read. */
    private readonly most: () => number,
  ) {}

  /** Ascending. Null if there may be more. */
  ids(): Promise<readonly RowId[] | null> {
    this.#ids ??= this.#read();
    return this.#ids;
  }

  async #read(): Promise<readonly RowId[] | null> {
    const { parts } = this;
    const { activeOn } = this.criteria;
    const identifications = identificationsOf(this.criteria);
    const most = parts.tenants ? Math.min(MOST_ROWS, this.most()) : MOST_ROWS;
    const isActive = activeOn === undefined ? sql<SqlBool>`true` : isActiveOn('l', slot<string>('activeOn'));
    const values = { ...identifications, ...(activeOn !== undefined && { activeOn }) };
    const rows = await this.records.prepared<MatchRow>({
      name: `leases by ${Object.keys(values).join()}, ${Object.values(parts).join()}`,
      build: (records) =>
        withParts(
          leasesOfTenants(records, slotsOf(identifications))
            .select(['p.tenant_id as matching_tenant', isActive.as('matches')])
            .limit(slot<number>('rows')),
          parts,
        ).$castTo<MatchRow>(),
      values: { ...values, rows: most + 1 },
    });
    if (rows.length > most) return null;
    const rowsOf = rowsByLease(eachOnce(rows.filter(({ matches }) => matches === 1)));
    for (const [id, own] of rowsOf) this.byId.set(id, toLease(own, parts));
    return [...rowsOf.keys()].sort((a, b) => a - b);
  }
}

/** A lease of two matching tenants is there twice, with all its tenants. */
function eachOnce(rows: readonly MatchRow[]): MatchRow[] {
  const tenantOf = new Map<RowId, RowId>();
  for (const { id, matching_tenant } of rows) if (!tenantOf.has(id)) tenantOf.set(id, matching_tenant);
  return rows.filter(({ id, matching_tenant }) => tenantOf.get(id) === matching_tenant);
}
