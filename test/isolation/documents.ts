/**
 * The GraphQL documents of the isolation tests: every text of every record, and little more, because they are sent
 * thousands of times.
 */

const TENANT = `identifier externalRef emailAddress phoneNumber firstName lastName active group { identifier externalRef }`;
const ADDRESS = `address { buildingName addressLine1 addressLine2 city country state postalCode latitude longitude }`;
const LEASE = `identifier startDate endDate moveInDate isFurnished minimumDaysNotice deposit rent unitId unitExternalRef unitNumber
  ${ADDRESS} group { identifier externalRef } tenants { ${TENANT} }`;
const PAGE = `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
const BOUNDS = 'first: $first, last: $last, after: $after, before: $before';
const BOUND_VARIABLES = '$first: Int, $last: Int, $after: String, $before: String';

export const LEASES_PAGE = `query ($tenant: TenantMatch!, $active: Boolean! = false, ${BOUND_VARIABLES}) {
  connection: leasesForTenant(tenant: $tenant, active: $active, ${BOUNDS}) { nodes { ${LEASE} } ${PAGE} }
}`;

export const TENANTS_PAGE = `query ($lease: LeaseMatch, ${BOUND_VARIABLES}) {
  connection: tenantsByLease(lease: $lease, ${BOUNDS}) { nodes { ${TENANT} } ${PAGE} }
}`;
