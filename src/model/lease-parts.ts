/** What a lease holds that does not stand in its own row: each part costs a join. The group of a tenant is that of the lease. */
export interface LeaseParts {
  readonly group: boolean;
  readonly unit: boolean;
  readonly tenants: boolean;
}

export const WHOLE_LEASE: LeaseParts = { group: true, unit: true, tenants: true };
