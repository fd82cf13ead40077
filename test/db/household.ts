import type { Kysely } from 'kysely';

import { insertLeaseTenants } from '../../ingest/import/store';
import type { Tables } from '../../src/db/tables';

export interface Household {
  readonly groupId: number;
  readonly unitId: number;
  readonly tenantId: number;
  readonly leaseId: number;
}

/** A group with one unit, one tenant and one lease of it, called `NAME`, `NAME-unit`, `NAME-tenant` and `NAME-lease`. */
export async function insertHousehold(db: Kysely<Tables>, name: string): Promise<Household> {
  const groupId = await inserted(db.insertInto('groups').values({ identifier: name }));
  const unitId = await inserted(db.insertInto('units').values({ identifier: `${name}-unit`, group_id: groupId }));
  const tenant = {
    identifier: `${name}-tenant`,
    group_id: groupId,
    email_address: `${name}@example.org`,
    active: true,
  };
  const tenantId = await inserted(db.insertInto('tenants').values(tenant));
  const lease = { identifier: `${name}-lease`, group_id: groupId, unit_id: unitId };
  const leaseId = await inserted(db.insertInto('leases').values(lease));
  await insertLeaseTenants(db, [{ tenant_id: tenantId, lease_id: leaseId }]);
  return { groupId, unitId, tenantId, leaseId };
}

interface Insertion {
  executeTakeFirstOrThrow(): Promise<{ insertId?: bigint }>;
}

export async function inserted(insertion: Insertion): Promise<number> {
  return Number((await insertion.executeTakeFirstOrThrow()).insertId);
}
