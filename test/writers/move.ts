import type { Kysely } from 'kysely';

import { insertLeaseTenants } from '../../ingest/import/store';
import type { Tables } from '../../src/db/tables';
import {
  groupId,
  groupName,
  type Household,
  hubId,
  isOfHub,
  leaseId,
  ownUnitId,
  tenantIds,
  tenantMark,
  unitMark,
} from './town';

/**
 * Moves a household to the other of its two groups: lease, unit and tenants, through a lease without either (decision
 * 18).
 */
export async function move(db: Kysely<Tables>, household: Household): Promise<void> {
  const lease = leaseId(household);
  const tenants = tenantIds(household);
  const { group_id: old } = await db
    .selectFrom('leases')
    .select('group_id')
    .where('id', '=', lease)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const group = household.groups.find((one) => one !== groupName(old))!;
  const group_id = groupId(group);

  await db.deleteFrom('lease_tenants').where('lease_id', '=', lease).execute();
  await db.updateTable('leases').set({ unit_id: null }).where('id', '=', lease).execute();
  const unit = ownUnitId(household);
  await db
    .updateTable('units')
    .set({ group_id, ...unitMark(group) })
    .where('id', '=', unit)
    .execute();
  await db
    .updateTable('tenants')
    .set({ group_id, ...tenantMark(group) })
    .where('id', 'in', tenants)
    .execute();
  await db.updateTable('leases').set({ group_id, rent: group_id, unit_id: unit }).where('id', '=', lease).execute();
  const all = isOfHub(household) ? [...tenants, hubId(group)] : tenants;
  await insertLeaseTenants(
    db,
    all.map((tenant_id) => ({ lease_id: lease, tenant_id })),
  );
}
