/** The paths of contract section 4, without `BASE_PATH`. */
export const REST_PATHS = { leasesForTenant: '/leases/find-for-tenant/', tenantsByLease: '/leases/tenants/' } as const;

export type RestOperation = keyof typeof REST_PATHS;
