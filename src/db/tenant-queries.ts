/** Tenants: those of the leases that a question matches, and those with given row ids. */

import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { RowId } from '../model/page';
import type { AddressQuestion, LeaseQuestion } from '../model/questions';
import type { Address, Tenant } from '../model/records';
import { type Listing, listingOf } from './listing';
import { addressKey, bytes, nearCoordinate } from './match-keys';
import { TENANT_COLUMNS, toTenant } from './rows';
import type { VisibleRecords } from './visibility';

/** Contract 4.2: the tenants of the leases for which every given condition holds, each tenant once (decisions 19 and 20). */
export function tenantsOfMatchingLeases(records: VisibleRecords, question: LeaseQuestion): Listing<Tenant> {
  const { identifier, minMoveInDate, maxMoveInDate, address } = question;
  const conditions = [identifier, minMoveInDate, maxMoveInDate, address];
  return conditions.every((given) => given === undefined)
    ? tenantListing(records, records.leaseTenants().select('p.tenant_id as id').distinct())
    : tenantListing(records, tenantIdsOfMatchingLeases(records, question));
}

function tenantListing<DB, TB extends keyof DB>(
  records: VisibleRecords,
  ids: SelectQueryBuilder<DB, TB, { id: RowId }>,
): Listing<Tenant> {
  return listingOf(ids, 'p.tenant_id', {
    async hydrate(page, direction) {
      const rows = await tenantRows(records)
        .innerJoin(page.as('page'), 'page.id', 't.id')
        .orderBy('t.id', direction === 'forward' ? 'asc' : 'desc')
        .execute();
      return rows.map(toTenant);
    },
    total: (query) => records.total(query),
  });
}

function tenantIdsOfMatchingLeases(records: VisibleRecords, question: LeaseQuestion) {
  const { identifier, minMoveInDate, maxMoveInDate, address } = question;
  return records
    .leaseTenants()
    .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
    .$if(identifier !== undefined, (q) => q.where('l.identifier_key', '=', bytes(identifier!)))
    .$if(minMoveInDate !== undefined, (q) => q.where('l.move_in_date', '>=', minMoveInDate!))
    .$if(maxMoveInDate !== undefined, (q) => q.where('l.move_in_date', '<=', maxMoveInDate!))
    .$if(address !== undefined, (q) =>
      q
        .innerJoin('units as u', (on) => on.onRef('u.id', '=', 'l.unit_id').onRef('u.group_id', '=', 'l.group_id'))
        .where((eb) => eb.and(addressConditions(address!))),
    )
    .select('p.tenant_id as id')
    .distinct();
}

/** The column of each address field; a text is compared by its key, a coordinate as it is (decision 21). */
const ADDRESS_COLUMNS = {
  buildingName: 'u.building_name_key',
  addressLine1: 'u.address_line_1_key',
  addressLine2: 'u.address_line_2_key',
  city: 'u.city_key',
  country: 'u.country_key',
  state: 'u.state_key',
  postalCode: 'u.postal_code_key',
  latitude: 'u.latitude',
  longitude: 'u.longitude',
} as const satisfies Record<keyof Address, string>;

function addressConditions(address: AddressQuestion): Expression<SqlBool>[] {
  return Object.entries(address).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const column = sql.ref(ADDRESS_COLUMNS[field as keyof Address]);
    return typeof value === 'number' ? nearCoordinate(column, value) : sql<SqlBool>`${column} = ${addressKey(value)}`;
  });
}

/** The visible ones of the tenants with these row ids, in no order. */
export async function tenantsById(records: VisibleRecords, ids: readonly RowId[]): Promise<Tenant[]> {
  if (ids.length === 0) return [];
  return (await tenantRows(records).where('t.id', 'in', ids).execute()).map(toTenant);
}

function tenantRows(records: VisibleRecords) {
  return records.tenants().innerJoin('groups as g', 'g.id', 't.group_id').select(TENANT_COLUMNS);
}
