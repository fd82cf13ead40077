import { EMPTY_LISTING } from '../db/listing';
import { tenantsOfMatchingLeases } from '../db/tenant-queries';
import type { Page, PageRequest } from '../model/page';
import type { LeaseCriteria } from '../model/criteria';
import type { Tenant } from '../model/records';
import { paginate } from './paginate';
import type { Session } from './session';

/** Finds the tenants of leases (contract 4.2). No match is an empty page. */
export async function tenantsByLease(
  session: Session,
  criteria: LeaseCriteria,
  request: PageRequest,
): Promise<Page<Tenant>> {
  const records = await session.records(criteria.group);
  return paginate(records === null ? EMPTY_LISTING : tenantsOfMatchingLeases(records, criteria), request);
}
