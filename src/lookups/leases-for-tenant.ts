import { leasesOfMatchingTenants } from '../db/lease-queries';
import { EMPTY_LISTING } from '../db/listing';
import { WHOLE_LEASE } from '../model/lease-parts';
import { goesOn, type Page, type PageRequest } from '../model/page';
import type { TenantQuestion } from '../model/questions';
import type { Lease } from '../model/records';
import { paginate } from './paginate';
import type { Session } from './session';

/**
 * Which leases has this tenant? Contract 4.1; no match is an empty page (rule 4).
 * @param parts of the leases that anyone will look at
 */
export async function leasesForTenant(
  session: Session,
  question: TenantQuestion,
  request: PageRequest,
  parts = WHOLE_LEASE,
): Promise<Page<Lease>> {
  const records = await session.records({ ref: question.group, goesOn: goesOn(request) });
  return paginate(records === null ? EMPTY_LISTING : leasesOfMatchingTenants(records, question, parts), request);
}
