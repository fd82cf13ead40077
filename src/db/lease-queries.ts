/** Leases: those of the tenants that a question matches, those of given tenants, and those with given row ids. */

import { sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../model/local-date';
import type { PageRequest, RowId } from '../model/page';
import type { TenantQuestion } from '../model/questions';
import type { Lease, Tenant } from '../model/records';
import { countable, type Listing, listingOf, within } from './listing';
import { bytes, emailKey, phoneKey } from './match-keys';
import { LEASE_COLUMNS, type LeaseRow, TENANT_COLUMNS, toLease, toTenant } from './rows';
import type { VisibleRecords } from './visibility';

/** Contract 4.1: every given identification holds for the same tenant, and each lease comes once (decisions 7 and 12). */
export function leasesOfMatchingTenants(records: VisibleRecords, question: TenantQuestion): Listing<Lease> {
  return listingOf(matchingLeaseIds(records, question), 'l.id', {
    async hydrate(page, direction) {
      const rows = await leaseRows(records)
        .innerJoin(page.as('page'), 'page.id', 'l.id')
        .orderBy('l.id', direction === 'forward' ? 'asc' : 'desc')
        .execute();
      return withTenants(records, rows);
    },
    total: (query) => records.total(query),
  });
}

function matchingLeaseIds(records: VisibleRecords, question: TenantQuestion) {
  const { identifier, externalRef, emailAddress, phoneNumber, activeOn } = question;
  return records
    .tenants()
    .innerJoin('lease_tenants as p', (on) =>
      on.onRef('p.tenant_id', '=', 't.id').onRef('p.group_id', '=', 't.group_id'),
    )
    .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
    .$if(identifier !== undefined, (q) => q.where('t.identifier_key', '=', bytes(identifier!)))
    .$if(externalRef !== undefined, (q) => q.where('t.external_ref_key', '=', bytes(externalRef!)))
    .$if(emailAddress !== undefined, (q) => q.where('t.email_key', '=', emailKey(emailAddress!)))
    .$if(phoneNumber !== undefined, (q) => q.where('t.phone_key', '=', phoneKey(phoneNumber!)))
    .$if(activeOn !== undefined, (q) => q.where(isActiveOn(activeOn!)))
    .select('l.id')
    .distinct();
}

/** Both strict; a lease that lacks a date is not active (contract section 3, decision 13). */
const isActiveOn = (day: LocalDate) => sql<SqlBool>`l.start_date < ${day} and l.end_date > ${day}`;

/** For each tenant, a run of the paging ids of its leases; one statement for all. */
export function leaseIdsOfTenants(
  records: VisibleRecords,
  tenantIds: readonly RowId[],
  activeOn: LocalDate | undefined,
  bounds: PageRequest,
): Promise<{ tenant_id: RowId; lease_id: RowId }[]> {
  return records.union(
    tenantIds.map((tenantId) => within(leaseIdsOfTenant(records, tenantId, activeOn), 'p.lease_id', bounds)),
  );
}

/** For each tenant, how many leases it has, in the order of the tenants; one statement for all. */
export function leaseCountsOfTenants(
  records: VisibleRecords,
  tenantIds: readonly RowId[],
  activeOn: LocalDate | undefined,
): Promise<number[]> {
  return records.totals(tenantIds.map((tenantId) => countable(leaseIdsOfTenant(records, tenantId, activeOn))));
}

function leaseIdsOfTenant(records: VisibleRecords, tenantId: RowId, activeOn: LocalDate | undefined) {
  return records
    .leaseTenants()
    .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
    .select(['p.tenant_id', 'p.lease_id'])
    .where('p.tenant_id', '=', tenantId)
    .$if(activeOn !== undefined, (q) => q.where(isActiveOn(activeOn!)));
}

/** The visible ones of the leases with these row ids, in no order. */
export async function leasesById(records: VisibleRecords, ids: readonly RowId[]): Promise<Lease[]> {
  if (ids.length === 0) return [];
  return withTenants(records, await leaseRows(records).where('l.id', 'in', ids).execute());
}

function leaseRows(records: VisibleRecords) {
  return records
    .leases()
    .innerJoin('groups as g', 'g.id', 'l.group_id')
    .leftJoin('units as u', (on) => on.onRef('u.id', '=', 'l.unit_id').onRef('u.group_id', '=', 'l.group_id'))
    .select(LEASE_COLUMNS);
}

/** One statement for the tenants of all leases, each lease's own in the order of their paging ids. */
async function withTenants(records: VisibleRecords, leases: readonly LeaseRow[]): Promise<Lease[]> {
  if (leases.length === 0) return [];
  const rows = await records
    .leaseTenants()
    .innerJoin('tenants as t', (on) => on.onRef('t.id', '=', 'p.tenant_id').onRef('t.group_id', '=', 'p.group_id'))
    .innerJoin('groups as g', 'g.id', 't.group_id')
    .select(['p.lease_id', ...TENANT_COLUMNS])
    .where(
      'p.lease_id',
      'in',
      leases.map(({ id }) => id),
    )
    .orderBy('p.tenant_id')
    .execute();
  const tenantsOf = new Map<RowId, Tenant[]>(leases.map(({ id }) => [id, []]));
  for (const row of rows) tenantsOf.get(row.lease_id)?.push(toTenant(row));
  return leases.map((lease) => toLease(lease, tenantsOf.get(lease.id) ?? []));
}
