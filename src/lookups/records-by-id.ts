import { groupsById } from '../db/group-queries';
import { tenantsById } from '../db/tenant-queries';
import { WHOLE_LEASE } from '../model/lease-parts';
import type { RowId } from '../model/page';
import type { Group, Lease, Tenant } from '../model/records';
import { leasesWithin } from './read-leases';
import { RecordBudget } from './record-budget';
import type { Session } from './session';

type ById<Record> = ReadonlyMap<RowId, Record>;

/**
 * The visible ones of the records with these paging ids; a fixed number of statements for each kind.
 * @param parts of the leases that anyone will look at
 * @throws {ServiceError} when their tenants are more than the budget leaves
 */
export async function recordsById(
  session: Session,
  ids: { readonly leases: readonly RowId[]; readonly tenants: readonly RowId[]; readonly groups: readonly RowId[] },
  parts = WHOLE_LEASE,
): Promise<{ readonly leases: ById<Lease>; readonly tenants: ById<Tenant>; readonly groups: ById<Group> }> {
  // An earlier answer gave the ids.
  const records = await session.records({ goesOn: true });
  if (records === null) return { leases: new Map(), tenants: new Map(), groups: new Map() };
  const [leases, tenants, groups] = await Promise.all([
    leasesWithin(session.budget ?? new RecordBudget(Infinity), records, ids.leases, parts),
    tenantsById(records, ids.tenants),
    groupsById(session.db.access, await session.scope(), ids.groups),
  ]);
  return { leases: byRowId(leases), tenants: byRowId(tenants), groups: byRowId(groups) };
}

function byRowId<Record extends { rowId: RowId }>(records: readonly Record[]): ById<Record> {
  return new Map(records.map((record) => [record.rowId, record]));
}
