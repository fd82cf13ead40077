/** What each lookup reads, within what its caller may see. */

import { leasesById, leasesOfMatchingTenants, type ReadLeases, tenantsOf } from '../db/lease-queries';
import { groupsById, tenantsById, tenantsOfMatchingLeases } from '../db/listing';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';
import type { Page, PageRequest, RowId } from '../model/page';
import { type Group, type Lease, type LeaseParts, type Tenant, TENANT_ALONE, WHOLE_LEASE } from '../model/records';
import { NOTHING_MORE, paginate } from './paginate';
import type { RecordBudget } from './record-budget';
import type { Session } from './session';

/** Without a budget, a page ends early when its leases together have more tenants than this. A lease that alone has more is a page of its own (decision 34). */
const TENANTS_OF_PAGE = 10_000;

/** Reads all of the leases. @throws {ServiceError} when they have more tenants than the budget allows */
export const leasesWithin = (
  budget: RecordBudget,
  read: ReadLeases,
  ids: readonly RowId[],
  parts: LeaseParts,
): Promise<Lease[]> =>
  budget.read<Lease[]>(
    (most) => read(ids, most),
    (leases) => tenantsOf(leases, parts),
  );

/**
 * Finds the leases of a tenant (contract 4.1). No match is an empty page (rule 4).
 * @param request null for the page after the last one
 * @param parts the parts of a lease that the answer needs
 * @throws {ServiceError} when the leases have more tenants than the budget allows
 */
export async function pageOfLeases(
  session: Session,
  criteria: TenantCriteria,
  request: PageRequest | null,
  parts = WHOLE_LEASE,
): Promise<Page<Lease>> {
  if (request === null) return NOTHING_MORE;
  const { budget } = session;
  const records = await session.records(criteria.group);
  if (records === null) return NOTHING_MORE;
  const listing = leasesOfMatchingTenants(records, criteria, parts, () => budget.left);
  const read = (ids: readonly RowId[]) =>
    budget.isLimited
      ? leasesWithin(budget, listing.records, ids, parts)
      : listing.records(ids, ids.length === 1 ? Infinity : TENANTS_OF_PAGE);
  return paginate({ ...listing, records: read }, request);
}

/** Finds the tenants of leases (contract 4.2). No match is an empty page. @param request as of {@link pageOfLeases} */
export async function pageOfTenants(
  session: Session,
  criteria: LeaseCriteria,
  request: PageRequest | null,
  parts = TENANT_ALONE,
): Promise<Page<Tenant>> {
  if (request === null) return NOTHING_MORE;
  const records = await session.records(criteria.group);
  return records === null ? NOTHING_MORE : paginate(tenantsOfMatchingLeases(records, criteria, parts), request);
}

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
  const byKind = { lease: leases, tenant: tenants, group: groups };
  return recordIds.map((id) => {
    const record = id && byKind[id.kind].get(id.rowId);
    return record === undefined ? null : ({ kind: id?.kind, record } as FoundRecord);
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
    leasesWithin(session.budget, leasesById(records, parts), ids.leases, parts),
    tenantsById(records, ids.tenants),
    groupsById(session.db.access, await session.scope(), ids.groups),
  ]);
  return { leases: byRowId(leases), tenants: byRowId(tenants), groups: byRowId(groups) };
}

function byRowId<Record extends { rowId: RowId }>(records: readonly Record[]): ById<Record> {
  return new Map(records.map((record) => [record.rowId, record]));
}
