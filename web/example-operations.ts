/** The operations that the explorer opens with, one for each tab. */

import type { ExampleValues } from './held-token.js';

export interface ExampleOperation {
  readonly query: string;
  readonly variables: string;
}

export function exampleOperations({ email, city }: ExampleValues): ExampleOperation[] {
  return [
    { query: LEASES, variables: written({ email, active: true }) },
    { query: TENANTS, variables: written({ city }) },
    { query: VIEWER, variables: '' },
  ];
}

const written = (variables: object): string => JSON.stringify(variables, null, 2);

const LEASES = `# The leases of a tenant, who is identified by identifier, e-mail address or phone number.
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
}
`;

const TENANTS = `# The tenants of leases, selected by address, move-in date, group or identifier.
query TenantsOfLeases($city: String!, $after: String) {
  tenantsByLease(lease: { address: { city: $city } }, first: 10, after: $after) {
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
}
`;

const VIEWER = `# The subject of the token, and the groups that it may see.
query WhoAmI {
  viewer {
    subject
    tokenExpiresAt
    allGroups
    groups { nodes { identifier } }
  }
}
`;
