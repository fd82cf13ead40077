import { leasesOfMatchingTenants } from '../db/lease-queries';
import { EMPTY_LISTING } from '../db/listing';
import type { TenantCriteria } from '../model/criteria';
import type { Page, PageRequest } from '../model/page';
import { type Lease, WHOLE_LEASE } from '../model/records';
import { paginate } from './paginate';
import { leasesWithin, pageOfLeases } from './read-leases';
import type { Session } from './session';

/**
 * Finds the leases of a tenant (contract 4.1). No match is an empty page (rule 4).
 * @param parts the parts of a lease that the answer needs
 * @throws {ServiceError} when the leases have more tenants than the budget allows
 */
export async function leasesForTenant(
  session: Session,
  criteria: TenantCriteria,
  request: PageRequest,
  parts = WHOLE_LEASE,
): Promise<Page<Lease>> {
  const { budget } = session;
  const records = await session.records(criteria.group);
  if (records === null) return paginate(EMPTY_LISTING, request);
  const listing =
    budget === undefined
      ? leasesOfMatchingTenants(records, criteria, parts, pageOfLeases)
      : leasesOfMatchingTenants(
          records,
          criteria,
          parts,
          (read) => (ids) => leasesWithin(budget, read, ids, parts),
          () => budget.left,
        );
  return paginate(listing, request);
}
