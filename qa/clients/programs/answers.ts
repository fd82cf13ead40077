/** What each program returns, and what the types of a generated client must know of it. */

interface LeasePage {
  readonly leases: readonly {
    readonly identifier: string;
    readonly rent: number | null;
    readonly address: { readonly city: string | null };
    readonly tenants: readonly { readonly active: boolean }[];
  }[];
  readonly last_id: number;
}

interface TenantPage {
  readonly tenants: readonly { readonly identifier: string; readonly first_name: string | null }[];
  readonly last_id: number;
}

/** Refuses `any`, which would agree with everything. */
type Typed<Value> = 0 extends 1 & Value ? never : Value;

export type Answers = readonly [leases: LeasePage, tenants: TenantPage];

export const answers = <Leases extends LeasePage, Tenants extends TenantPage>(
  leases: Typed<Leases>,
  tenants: Typed<Tenants>,
): Answers => [leases, tenants];
