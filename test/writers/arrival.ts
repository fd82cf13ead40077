import type { Kysely } from 'kysely';

import { insertLeaseTenants } from '../../ingest/import/store';
import type { Tables } from '../../src/db/tables';
import { type GroupName, groupId, hubId, OFFICE, tenantMark } from './town';

/** New leases of one unit. Each has a new tenant, an existing tenant, and the hub of the group. */
export interface Arrival {
  readonly group: GroupName;
  readonly unitId: number;
  readonly moveInDate: string;
  /** One number for each new lease and its tenant. */
  readonly names: readonly string[];
  /** Their paging ids; if absent, the server assigns them after all others. */
  readonly ids: readonly number[] | undefined;
  /** The row ids of as many tenants of the group. */
  readonly guests: readonly number[];
}

/** The row ids of the inserted rows. */
export interface Arrived {
  readonly lease: number;
  readonly tenants: readonly number[];
}

export async function arrive(db: Kysely<Tables>, arrival: Arrival): Promise<Arrived[]> {
  const { group, unitId, moveInDate, names, ids, guests } = arrival;
  const group_id = groupId(group);
  const tenants = names.map((identifier) => ({ identifier, group_id, active: true, ...tenantMark(group), ...OFFICE }));
  const leases = names.map((identifier) => ({
    identifier,
    group_id,
    unit_id: unitId,
    start_date: '2000-01-01',
    end_date: '2999-12-31',
    move_in_date: moveInDate,
    rent: group_id,
  }));
  const numbered = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row, at) => (ids === undefined ? row : { ...row, id: ids[at]! }));
  const newTenants = await db.insertInto('tenants').values(numbered(tenants)).executeTakeFirstOrThrow();
  const newLeases = await db.insertInto('leases').values(numbered(leases)).executeTakeFirstOrThrow();

  // One INSERT numbers its rows without gaps.
  const arrived = names.map((_, at) => ({
    lease: ids?.[at] ?? Number(newLeases.insertId) + at,
    tenants: [ids?.[at] ?? Number(newTenants.insertId) + at],
  }));
  await insertLeaseTenants(
    db,
    arrived.flatMap(({ lease, tenants: [own] }, at) =>
      [own!, guests[at]!, hubId(group)].map((tenant_id) => ({ lease_id: lease, tenant_id })),
    ),
  );
  return arrived;
}
