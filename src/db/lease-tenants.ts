import { type QueryExecutorProvider, sql } from 'kysely';

import type { RowId } from '../model/page';

export interface LeaseTenant {
  readonly lease_id: RowId;
  readonly tenant_id: RowId;
}

/**
 * Pairs leases with tenants of their groups; the server itself copies what a pair repeats of its lease.
 * @throws when a lease or a tenant does not exist, when they are of two groups, or when the pair is there already
 */
export async function insertLeaseTenants(db: QueryExecutorProvider, pairs: readonly LeaseTenant[]): Promise<void> {
  if (pairs.length === 0) return;
  const ids = JSON.stringify(pairs.map(({ lease_id, tenant_id }) => [lease_id, tenant_id]));
  const { numAffectedRows } = await sql`
    insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month, move_in_year)
    select straight_join j.tenant_id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month, l.move_in_year
    from json_table(${ids}, '$[*]' columns (lease_id bigint unsigned path '$[0]', tenant_id bigint unsigned path '$[1]')) as j
    join leases as l on l.id = j.lease_id`.execute(db);
  if (numAffectedRows !== BigInt(pairs.length)) throw new Error('A lease that should get tenants is not there.');
}
