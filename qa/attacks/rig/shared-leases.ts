/**
 * Row g: a group whose tenants share leases, so that an answer can contain far more records than its page sizes
 * suggest.
 */

import type { QueryExecutorProvider } from 'kysely';

import { insertPairs, insertRows } from '../../../test/oracle/load';
import {
  addressWith,
  type GroupRow,
  type LeaseRow,
  type PairRow,
  type TenantRow,
  type UnitRow,
} from '../../../test/oracle/world';

/** Greater than every id of a generated world. */
const FIRST_ID = 5_000_000;
const GROUP: GroupRow = { id: FIRST_ID, identifier: 'shared', external_ref: 'G-SHARED' };
/** A page of tenants, each with more than a page of leases. */
const TENANTS = 100;
const LEASES = 150;
const CROWD = 1_500;

export const CROWDED_LEASE = 'shared-crowded';

/** Adds 100 tenants who share 150 leases, and one lease of 1,500 other tenants. */
export async function addSharedLeases(db: QueryExecutorProvider): Promise<void> {
  const tenants = Array.from({ length: TENANTS + CROWD }, (_, nth) => tenantRow(nth));
  const leases = Array.from({ length: LEASES }, (_, nth) => leaseRow(nth, `shared-${nth}`));
  const crowded = leaseRow(LEASES, CROWDED_LEASE);
  await insertRows(db, 'groups', [GROUP]);
  await insertRows(db, 'units', [UNIT]);
  await insertRows(db, 'tenants', tenants);
  await insertRows(db, 'leases', [...leases, crowded]);
  const pairOf = (tenant: TenantRow, lease: LeaseRow): PairRow => ({
    tenant_id: tenant.id,
    lease_id: lease.id,
    group_id: FIRST_ID,
  });
  const shared = tenants.slice(0, TENANTS).flatMap((tenant) => leases.map((lease) => pairOf(tenant, lease)));
  await insertPairs(db, [...shared, ...tenants.slice(TENANTS).map((tenant) => pairOf(tenant, crowded))]);
}

const UNIT: UnitRow = {
  id: FIRST_ID,
  identifier: 'shared-unit',
  group_id: FIRST_ID,
  external_ref: 'U-SHARED',
  unit_number: '12',
  ...addressWith(() => null),
  building_name: 'Harbour House',
  address_line_1: '1 Harbour Street',
  city: 'Bristol',
  country: 'United Kingdom',
  postal_code: 'BS1 4QA',
  latitude: '51.449',
  longitude: '-2.598',
};

const tenantRow = (nth: number): TenantRow => ({
  id: FIRST_ID + nth,
  identifier: `shared-tenant-${nth}`,
  group_id: FIRST_ID,
  external_ref: `T-${nth}`,
  email_address: `tenant-${nth}@example.org`,
  phone_number: `+44 20 7946 ${String(nth).padStart(4, '0')}`,
  first_name: 'Ada',
  last_name: `Lovelace the ${nth}th`,
  active: true,
});

const leaseRow = (nth: number, identifier: string): LeaseRow => ({
  id: FIRST_ID + nth,
  identifier,
  group_id: FIRST_ID,
  unit_id: FIRST_ID,
  start_date: '2020-01-01',
  end_date: '2039-12-31',
  move_in_date: '2020-01-01',
  is_furnished: true,
  minimum_days_notice: 30,
  deposit: '1500.00',
  rent: '1250.50',
});
