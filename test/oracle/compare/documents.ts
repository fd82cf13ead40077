/** The GraphQL documents of the comparison: every field, so that every field is compared. */

import { ADDRESS_COLUMNS, graphqlName } from '../world';

const GROUP = `
fragment GroupFields on Group { __typename id identifier externalRef }`;

const TENANT = `
fragment TenantFields on Tenant {
  __typename id identifier externalRef emailAddress phoneNumber firstName lastName active group { ...GroupFields }
}
${GROUP}`;

const LEASE = `
fragment LeaseFields on Lease {
  __typename id identifier startDate endDate moveInDate isFurnished minimumDaysNotice deposit rent unitId unitExternalRef unitNumber
  address { ${ADDRESS_COLUMNS.map(graphqlName).join(' ')} }
  group { ...GroupFields } tenants { ...TenantFields }
}
${TENANT}`;

const connectionOf = (fragment: string): string => `{
  edges { cursor node { ...${fragment} } } nodes { identifier } totalCount
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
}`;

const BOUNDS = 'first: $first, last: $last, after: $after, before: $before';
const BOUND_VARIABLES = '$first: Int, $last: Int, $after: String, $before: String';

export const LEASES_FOR_TENANT = `
query ($tenant: TenantMatch!, $active: Boolean! = false, $activeOn: LocalDate, ${BOUND_VARIABLES}) {
  connection: leasesForTenant(tenant: $tenant, active: $active, activeOn: $activeOn, ${BOUNDS}) ${connectionOf('LeaseFields')}
}
${LEASE}`;

export const TENANTS_BY_LEASE = `
query ($lease: LeaseMatch, ${BOUND_VARIABLES}) {
  connection: tenantsByLease(lease: $lease, ${BOUNDS}) ${connectionOf('TenantFields')}
}
${TENANT}`;

export const LEASES_OF_TENANTS = `
query ($ids: [ID!]!, $active: Boolean! = false, $activeOn: LocalDate, ${BOUND_VARIABLES}) {
  nodes(ids: $ids) {
    ... on Tenant {
      identifier
      leases(active: $active, activeOn: $activeOn, ${BOUNDS}) ${connectionOf('LeaseFields')}
    }
  }
}
${LEASE}`;

/** The smallest document that returns the ids and cursors of all leases. */
export const LEASE_CURSORS = `
query ($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Tenant { leases(first: 100) { edges { cursor node { __typename id identifier } } } } }
}`;

export const NODES = `
query ($ids: [ID!]!) { nodes(ids: $ids) { ...GroupFields ...TenantFields ...LeaseFields } }
${LEASE}`;

export const NODE = `
query ($id: ID!) { node(id: $id) { ...GroupFields ...TenantFields ...LeaseFields } }
${LEASE}`;

export const VIEWER = `
query { viewer { subject allGroups groups ${connectionOf('GroupFields')} } }
${GROUP}`;
