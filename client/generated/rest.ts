/** Criteria for a tenant. At least one identification is required, and all conditions must hold. */
export interface FindForTenant {
  /** The internal tenant identifier. */
  readonly identifier?: string | null;
  /** The external tenant identifier. It needs `group_id` or `group_external_ref` as well. */
  readonly external_ref?: string | null;
  /** The tenant’s whole e-mail address; letter case and surrounding spaces are ignored. */
  readonly email_address?: string | null;
  /** The tenant’s whole phone number; white space, hyphens, `.` `/` `(` `)` `[` `]` and invisible characters are ignored, and `00` is `+`. */
  readonly phone_number?: string | null;
  /** When true, only leases that are active today: started before it and ending after it. */
  readonly active?: boolean | null;
  /** Only this group, by its identifier: the `group` of a tenant in a lease. Not together with `group_external_ref`. */
  readonly group_id?: string | null;
  /** Only this group, by its external reference. Not together with `group_id`. */
  readonly group_external_ref?: string | null;
  readonly 'after-id'?: AfterId;
}

/** Criteria for leases. All conditions must hold for the same lease; `{}` selects every visible one. */
export interface FindTenants {
  /** The identifier of the lease. */
  readonly identifier?: string | null;
  /** The first day of a range of move-in dates, itself included: YYYY-MM-DD. */
  readonly min_move_in_date?: string | null;
  /** The last day of a range of move-in dates, itself included: YYYY-MM-DD. */
  readonly max_move_in_date?: string | null;
  /** Only this group, by its identifier: the `group` of a tenant in a lease. Not together with `group_external_ref`. */
  readonly group_id?: string | null;
  /** Only this group, by its external reference. Not together with `group_id`. */
  readonly group_external_ref?: string | null;
  /** The known fields of the address, each with its whole value. All of them must match. Any other key is refused. */
  readonly address?: AddressCriteria | null;
  readonly 'after-id'?: AfterId;
}

/** The known fields of an address, each with its whole value: there is no search by a part of a text. All of them must match. */
export interface AddressCriteria {
  /** Name of the building. It must match as a whole; letter case and accents are ignored. */
  readonly building_name?: string | null;
  /** First line of the address, usually street and number. It must match as a whole; letter case and accents are ignored. */
  readonly address_line_1?: string | null;
  /** Second line of the address. It must match as a whole; letter case and accents are ignored. */
  readonly address_line_2?: string | null;
  /** City. It must match as a whole; letter case and accents are ignored. */
  readonly city?: string | null;
  /** Country. It must match as a whole; letter case and accents are ignored. */
  readonly country?: string | null;
  /** State or region. It must match as a whole; letter case and accents are ignored. */
  readonly state?: string | null;
  /** Postal code. It must match as a whole; letter case and accents are ignored. */
  readonly postal_code?: string | null;
  /** Decimal degrees. It matches within 0.0001. */
  readonly latitude?: number | null;
  /** Decimal degrees. It matches within 0.0001. */
  readonly longitude?: number | null;
}

/** Paging cursor: the `last_id` of the previous answer, as a number or as text. 1 is the beginning. -1, the `last_id` of the last page, returns no records. */
export type AfterId = number | string | null;

/** A page of leases. */
export interface Leases {
  /** The leases found; empty when no tenant matches. */
  readonly leases: readonly Lease[];
  /** The last id of this page. Send it as `after-id` to get the next page. -1 when nothing follows. */
  readonly last_id: number;
}

/** A page of tenants. */
export interface Tenants {
  /** The tenants found. */
  readonly tenants: readonly Tenant[];
  /** The last id of this page. Send it as `after-id` to get the next page. -1 when nothing follows. */
  readonly last_id: number;
}

/** A lease, with its tenants and its unit. */
export interface Lease {
  /** The lease identifier. */
  readonly identifier: string;
  /** The day on which the lease starts, YYYY-MM-DD. */
  readonly start_date: string | null;
  /** The day on which the lease ends, YYYY-MM-DD. */
  readonly end_date: string | null;
  /** The day on which the tenants move in, YYYY-MM-DD. */
  readonly move_in_date: string | null;
  /** The tenants of the lease. */
  readonly tenants: readonly TenantInLease[];
  /** The identifier of the unit. */
  readonly unit_id: string | null;
  /** The identifier of the unit in another system. */
  readonly unit_external_ref: string | null;
  /** Whether the unit is furnished. */
  readonly is_furnished: boolean | null;
  /** Minimum notice period in days. */
  readonly minimum_days_notice: number | null;
  /** Deposit. Its currency is not stored. */
  readonly deposit: number | null;
  /** Rent. Its currency and period are not stored. */
  readonly rent: number | null;
  /** The number of the unit in its building. */
  readonly unit_number: string | null;
  readonly address: Address;
}

/** A tenant of a lease. */
export interface TenantInLease {
  /** The internal tenant identifier. */
  readonly identifier: string;
  /** The external tenant identifier. */
  readonly external_ref: string | null;
  /** E-mail address, as it was entered. */
  readonly email_address: string | null;
  /** Phone number, as it was entered. */
  readonly phone_number: string | null;
  /** Whether the tenant is marked as active; says nothing about any lease. */
  readonly active: boolean;
  /** The identifier of the tenant’s group: the value that `group_id` accepts. */
  readonly group: string;
}

/** A tenant. */
export interface Tenant {
  /** The internal tenant identifier. */
  readonly identifier: string;
  /** E-mail address, as it was entered. */
  readonly email_address: string | null;
  /** First name. */
  readonly first_name: string | null;
  /** Last name. */
  readonly last_name: string | null;
  /** The external tenant identifier. */
  readonly external_ref: string | null;
  /** Phone number, as it was entered. */
  readonly phone_number: string | null;
}

/** The address of a unit. All fields are always present. */
export interface Address {
  /** Name of the building. */
  readonly building_name: string | null;
  /** First line of the address, usually street and number. */
  readonly address_line_1: string | null;
  /** Second line of the address. */
  readonly address_line_2: string | null;
  /** City. */
  readonly city: string | null;
  /** Country. */
  readonly country: string | null;
  /** State or region. */
  readonly state: string | null;
  /** Postal code. */
  readonly postal_code: string | null;
  /** Decimal degrees. */
  readonly latitude: number | null;
  /** Decimal degrees. */
  readonly longitude: number | null;
}
