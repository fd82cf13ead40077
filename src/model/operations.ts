/** All operations that read records for a caller. Each has the name of its field in the GraphQL schema, for a root field without its type. */
export const OPERATIONS = [
  'leasesForTenant',
  'tenantsByLease',
  'node',
  'nodes',
  'Tenant.leases',
  'Viewer.groups',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** Those of contract section 4, with their paths without the path of `PUBLIC_URL`. */
export const REST_PATHS = { leasesForTenant: '/leases/find-for-tenant/', tenantsByLease: '/leases/tenants/' } as const;

export type RestOperation = keyof typeof REST_PATHS;
