import { leasesOfMatchingTenants } from '../db/lease-queries';
import { EMPTY_LISTING } from '../db/listing';
import type { TenantCriteria } from '../model/criteria';
import { type Page, type PageRequest, type RowId, goesOn } from '../model/page';
import { type Lease, WHOLE_LEASE } from '../model/records';
import { paginate } from './paginate';
import { leasesWithin, readPageOfLeases } from './read-leases';
import type { Session } from './session';

/**
 * Which leases has this tenant? Contract 4.1; no match is an empty page (rule 4).
 * @param parts of the leases that anyone will look at
 * @throws {ServiceError} when their tenants are more than the budget leaves
 */
export async function leasesForTenant(
  session: Session,
  question: TenantCriteria,
  request: PageRequest,
  parts = WHOLE_LEASE,
): Promise<Page<Lease>> {
  const { budget } = session;
  const records = await session.records({ ref: question.group, goesOn: goesOn(request) });
  if (records === null) return paginate(EMPTY_LISTING, request);
  const read =
    budget === undefined
      ? readPageOfLeases(records, parts)
      : (ids: readonly RowId[]) => leasesWithin(budget, records, ids, parts);
  return paginate(leasesOfMatchingTenants(records, question, read), request);
}
