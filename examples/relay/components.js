// What components of an application declare. relay-compiler reads it and writes `__generated__/`; it is never run, for want of React.

import { graphql } from 'relay-runtime';

// usePaginationFragment(LEASES, …), within a query that has $tenant
export const LEASES = graphql`
  fragment componentsLeases on Query
  @argumentDefinitions(count: { type: "Int", defaultValue: 100 }, cursor: { type: "String" })
  @refetchable(queryName: "componentsLeasesPage") {
    leasesForTenant(tenant: $tenant, first: $count, after: $cursor) @connection(key: "components_leasesForTenant") {
      edges {
        node {
          ...componentsLease
        }
      }
    }
  }
`;

export const LEASES_QUERY = graphql`
  query componentsLeasesQuery($tenant: TenantMatch!) {
    ...componentsLeases
  }
`;

// usePaginationFragment(TENANTS, …)
export const TENANTS = graphql`
  fragment componentsTenants on Query
  @argumentDefinitions(
    lease: { type: "LeaseMatch" }
    count: { type: "Int", defaultValue: 100 }
    cursor: { type: "String" }
  )
  @refetchable(queryName: "componentsTenantsPage") {
    tenantsByLease(lease: $lease, first: $count, after: $cursor) @connection(key: "components_tenantsByLease") {
      edges {
        node {
          ...componentsTenant
        }
      }
    }
  }
`;

export const TENANTS_QUERY = graphql`
  query componentsTenantsQuery {
    ...componentsTenants
  }
`;

// useRefetchableFragment(LEASE, …): asks for the lease again, with `node`
export const LEASE = graphql`
  fragment componentsLease on Lease @refetchable(queryName: "componentsLeaseRefetch") {
    identifier
    rent
  }
`;

// usePaginationFragment(TENANT, …): the leases of one tenant, page by page, by `node`
export const TENANT = graphql`
  fragment componentsTenant on Tenant
  @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" })
  @refetchable(queryName: "componentsTenantRefetch") {
    identifier
    leases(first: $count, after: $cursor) @connection(key: "componentsTenant_leases") {
      edges {
        node {
          identifier
        }
      }
    }
  }
`;
