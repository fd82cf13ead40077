/** The two operations of contract section 4: thin adapters between HTTP and the lookups. */

import { type RequestHandler, Router } from 'express';

import type { Authenticate } from '../auth/authenticate';
import type { Database } from '../db/database';
import { ServiceError } from '../errors';
import { jsonBodyReader } from '../doors/json-body';
import { authorizationOf } from '../doors/authorization';
import { methodNotAllowed } from '../doors/error-responses';
import { leasesForTenant } from '../lookups/leases-for-tenant';
import { Session } from '../lookups/session';
import { tenantsByLease } from '../lookups/tenants-by-lease';
import type { LocalDate } from '../model/local-date';
import { lastId, toWireLease, toWireTenant } from './records';
import { readLeaseQuestion, readPageRequest, readTenantQuestion } from './requests';

const BODY_LIMIT = 64 * 1024;

export interface RestOptions {
  readonly db: Database;
  readonly authenticate: Authenticate;
  /** The business day that it is now (decision 14). */
  readonly today: () => LocalDate;
}

export function restRouter({ db, authenticate, today }: RestOptions): Router {
  const readBody = jsonBodyReader(BODY_LIMIT);

  /** Contract 4.1. */
  const findForTenant: RequestHandler = async (request, response) => {
    const caller = await authenticate(authorizationOf(request));
    const body = await readBody(request, response);
    const question = readTenantQuestion(body, today());
    const page = readPageRequest(body);
    if (page === null) {
      response.json({ leases: [], last_id: -1 });
      return;
    }
    const leases = await leasesForTenant(new Session(db, caller), question, page);
    response.json({ leases: leases.records.map(toWireLease), last_id: lastId(leases) });
  };

  /** Contract 4.2; a page without a tenant is `not_found` (rule 4, decision 22). */
  const findTenants: RequestHandler = async (request, response) => {
    const caller = await authenticate(authorizationOf(request));
    const body = await readBody(request, response);
    const question = readLeaseQuestion(body);
    const page = readPageRequest(body);
    if (page === null) throw new ServiceError('notFound');
    const tenants = await tenantsByLease(new Session(db, caller), question, page);
    if (tenants.records.length === 0) throw new ServiceError('notFound');
    response.json({ tenants: tenants.records.map(toWireTenant), last_id: lastId(tenants) });
  };

  const router = Router({ caseSensitive: true });
  router.route('/leases/find-for-tenant').post(findForTenant).all(methodNotAllowed('POST'));
  router.route('/leases/tenants').post(findTenants).all(methodNotAllowed('POST'));
  return router;
}
