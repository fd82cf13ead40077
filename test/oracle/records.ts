/** Records as answers show them: over REST as in contract section 2, over GraphQL as in the schema. */

import { tenantsOf, unitOf } from './matching';
import {
  type AddressColumns,
  addressWith,
  asGraphql,
  type GroupRow,
  type LeaseRow,
  type TenantRow,
  type World,
} from './world';

const number = (decimal: string | null | undefined): number | null =>
  decimal === null || decimal === undefined ? null : Number(decimal);

const groupOf = (world: World, { group_id }: { group_id: number }): GroupRow => {
  const group = world.groups.find(({ id }) => id === group_id);
  if (group === undefined) throw new Error(`the world has no group ${group_id}`);
  return group;
};

/** Contract 2.4. */
const restAddress = (unit: AddressColumns | undefined) => ({
  ...addressWith((column) => unit?.[column] ?? null),
  latitude: number(unit?.latitude),
  longitude: number(unit?.longitude),
});

/** Contract 2.1 with 2.2 and 2.4. */
export function restLease(world: World, lease: LeaseRow) {
  const unit = unitOf(world, lease);
  return {
    identifier: lease.identifier,
    start_date: lease.start_date,
    end_date: lease.end_date,
    move_in_date: lease.move_in_date,
    tenants: tenantsOf(world, [lease]).map((tenant) => ({
      identifier: tenant.identifier,
      external_ref: tenant.external_ref,
      email_address: tenant.email_address,
      phone_number: tenant.phone_number,
      active: tenant.active,
      group: groupOf(world, tenant).identifier,
    })),
    unit_id: unit?.identifier ?? null,
    unit_external_ref: unit?.external_ref ?? null,
    is_furnished: lease.is_furnished,
    minimum_days_notice: lease.minimum_days_notice,
    deposit: number(lease.deposit),
    rent: number(lease.rent),
    unit_number: unit?.unit_number ?? null,
    address: restAddress(unit),
  };
}

/** Contract 2.3. */
export function restTenant(tenant: TenantRow) {
  const { identifier, email_address, first_name, last_name, external_ref, phone_number } = tenant;
  return { identifier, email_address, first_name, last_name, external_ref, phone_number };
}

export function graphqlGroup({ identifier, external_ref }: GroupRow) {
  return { __typename: 'Group', identifier, externalRef: external_ref };
}

export function graphqlTenant(world: World, tenant: TenantRow) {
  return {
    __typename: 'Tenant',
    ...asGraphql(restTenant(tenant)),
    active: tenant.active,
    group: graphqlGroup(groupOf(world, tenant)),
  };
}

export function graphqlLease(world: World, lease: LeaseRow) {
  const { address, ...fields } = restLease(world, lease);
  return {
    __typename: 'Lease',
    ...asGraphql(fields),
    // Decision 15: null if every part is unknown.
    address: Object.values(address).every((value) => value === null) ? null : asGraphql(address),
    group: graphqlGroup(groupOf(world, lease)),
    tenants: tenantsOf(world, [lease]).map((tenant) => graphqlTenant(world, tenant)),
  };
}
