import { groupsById } from '../db/group-queries';
import { leasesById } from '../db/lease-queries';
import { tenantsById } from '../db/tenant-queries';
import type { RowId } from '../model/page';
import { type Group, type Lease, type Tenant, WHOLE_LEASE } from '../model/records';
import { leasesWithin } from './read-leases';
import { RecordBudget } from './record-budget';
import type { Session } from './session';

/** Names a record by its kind and paging id. */
export interface RecordId {
  readonly kind: 'lease' | 'tenant' | 'group';
  readonly rowId: RowId;
}

export type FoundRecord =
  | { readonly kind: 'lease'; readonly record: Lease }
  | { readonly kind: 'tenant'; readonly record: Tenant }
  | { readonly kind: 'group'; readonly record: Group };

type ById<Record> = ReadonlyMap<RowId, Record>;

/** The records with these ids, in the same order. Null for an id that is unknown or not visible. */
export async function recordsInOrder(
  session: Session,
  recordIds: readonly (RecordId | undefined)[],
  parts = WHOLE_LEASE,
): Promise<(FoundRecord | null)[]> {
  const rowIds = (kind: RecordId['kind']) => [
    ...new Set(recordIds.flatMap((id) => (id?.kind === kind ? [id.rowId] : []))),
  ];
  const ids = { leases: rowIds('lease'), tenants: rowIds('tenant'), groups: rowIds('group') };
  const { leases, tenants, groups } = await recordsById(session, ids, parts);
  const found = <Kind, Record>(kind: Kind, record: Record | undefined) =>
    record === undefined ? null : { kind, record };
  return recordIds.map((id) => {
    if (id?.kind === 'lease') return found(id.kind, leases.get(id.rowId));
    if (id?.kind === 'tenant') return found(id.kind, tenants.get(id.rowId));
    return id === undefined ? null : found('group', groups.get(id.rowId));
  });
}

/**
 * Reads the visible records with these paging ids, with a fixed number of statements for each kind.
 * @param parts the parts of a lease that the answer needs
 * @throws {ServiceError} when the leases have more tenants than the budget allows
 */
export async function recordsById(
  session: Session,
  ids: { readonly leases: readonly RowId[]; readonly tenants: readonly RowId[]; readonly groups: readonly RowId[] },
  parts = WHOLE_LEASE,
): Promise<{ readonly leases: ById<Lease>; readonly tenants: ById<Tenant>; readonly groups: ById<Group> }> {
  const records = await session.records();
  if (records === null) return { leases: new Map(), tenants: new Map(), groups: new Map() };
  const [leases, tenants, groups] = await Promise.all([
    leasesWithin(session.budget ?? new RecordBudget(Infinity), leasesById(records, parts), ids.leases, parts),
    tenantsById(records, ids.tenants),
    groupsById(session.db.access, await session.scope(), ids.groups),
  ]);
  return { leases: byRowId(leases), tenants: byRowId(tenants), groups: byRowId(groups) };
}

function byRowId<Record extends { rowId: RowId }>(records: readonly Record[]): ById<Record> {
  return new Map(records.map((record) => [record.rowId, record]));
}
