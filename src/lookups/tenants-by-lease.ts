import { EMPTY_LISTING } from '../db/listing';
import { tenantsOfMatchingLeases } from '../db/tenant-queries';
import { goesOn, type Page, type PageRequest } from '../model/page';
import type { LeaseCriteria } from '../model/criteria';
import type { Tenant } from '../model/records';
import { paginate } from './paginate';
import type { Session } from './session';

/** Which tenants have these leases? Contract 4.2; no match is an empty page. */
export async function tenantsByLease(
  session: Session,
  question: LeaseCriteria,
  request: PageRequest,
): Promise<Page<Tenant>> {
  const records = await session.records({ ref: question.group, goesOn: goesOn(request) });
  return paginate(records === null ? EMPTY_LISTING : tenantsOfMatchingLeases(records, question), request);
}
