/** The GraphQL documents of the load: every field that the oracle compares. */

const GROUP = 'group { __typename identifier externalRef }';
const TENANT = `__typename identifier externalRef emailAddress phoneNumber firstName lastName active ${GROUP}`;
const ADDRESS = 'address { buildingName addressLine1 addressLine2 city country state postalCode latitude longitude }';
const LEASE = `__typename identifier startDate endDate moveInDate isFurnished minimumDaysNotice deposit rent
  unitId unitExternalRef unitNumber ${ADDRESS} ${GROUP} tenants { ${TENANT} }`;

export const LEASES_PAGE = `query ($tenant: TenantMatch!) {
  page: leasesForTenant(tenant: $tenant) { nodes { ${LEASE} } pageInfo { hasNextPage } }
}`;

export const TENANTS_PAGE = `query ($lease: LeaseMatch) {
  page: tenantsByLease(lease: $lease) { nodes { ${TENANT} } pageInfo { hasNextPage } }
}`;
