/** The stored pairs of leases and tenants, compared with a source before it is loaded. */

import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import type { RecordOf } from './kinds';
import { execute, executeIn } from './statements';

type Lease = Pick<RecordOf<'leases'>, 'identifier' | 'tenants'>;

/** How many stored pairs these leases would lose. */
export async function countLostPairs(db: Kysely<Tables>, leases: readonly Lease[]): Promise<number> {
  const tenants = new Map(leases.map((lease) => [lease.identifier, lease.tenants]));
  const rows = await executeIn<{ lease: string; tenant: string }>(
    db,
    [...tenants.keys()].map((identifier) => Buffer.from(identifier)),
    (list) => `select l.identifier as lease, t.identifier as tenant from leases as l
      join lease_tenants as p on p.lease_id = l.id join tenants as t on t.id = p.tenant_id where l.identifier_key in (${list})`,
  );
  return rows.filter(({ lease, tenant }) => tenants.get(lease)?.includes(tenant) !== true).length;
}

export async function countPairs(db: Kysely<Tables>): Promise<number> {
  const { rows } = await execute<{ count: number }>(db, 'select count(*) as count from lease_tenants');
  return rows[0]?.count ?? 0;
}
