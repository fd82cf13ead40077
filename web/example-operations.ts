/** The operations that the explorer opens with, one for each tab. */

import type { ExampleValues } from './held-token.js';

export interface ExampleOperation {
  readonly query: string;
  readonly variables: string;
}

/** The first one finds records, whatever the data: a link names a tenant, and without one the first tenants are listed. */
export function exampleOperations({ email, city }: Partial<ExampleValues>): ExampleOperation[] {
  const leases = { query: LEASES, variables: written({ email: email ?? 'ada@example.com', active: false }) };
  const tenants = { query: TENANTS, variables: written({ lease: city === undefined ? {} : { address: { city } } }) };
  const lookups = email === undefined ? [tenants, leases] : [leases, tenants];
  return [...lookups, { query: VIEWER, variables: '' }];
}

const written = (variables: object): string => JSON.stringify(variables, null, 2);

const LEASES = `# The leases of a tenant, by e-mail address.
query LeasesOfTenant($email: String!, $active: Boolean!) {
  leasesForTenant(tenant: { emailAddress: $email }, active: $active) {
    totalCount
    nodes {
      identifier
      startDate
      endDate
      rent
      unitNumber
      address { addressLine1 city }
      tenants { firstName lastName }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const TENANTS = `# The tenants of leases, by address, move-in date or group.
query TenantsOfLeases($lease: LeaseMatch, $after: String) {
  tenantsByLease(lease: $lease, first: 10, after: $after) {
    totalCount
    nodes {
      identifier
      firstName
      lastName
      emailAddress
      group { identifier }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const VIEWER = `# The subject of the token, and the groups that it may see.
query WhoAmI {
  viewer {
    subject
    tokenExpiresAt
    allGroups
    groups { nodes { identifier } }
  }
}`;
