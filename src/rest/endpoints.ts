/** The two operations of contract section 4: thin adapters between HTTP and the lookups. */

import type { Authenticate } from '../auth/authenticate';
import type { Database } from '../db/database';
import { authorizationOf } from '../doors/authorization';
import type { Endpoint } from '../doors/endpoint';
import { errorEnvelope } from '../doors/error-responses';
import { jsonBodyReader } from '../doors/json-body';
import { sendJson } from '../doors/send';
import { ServiceError } from '../errors';
import { leasesForTenant } from '../lookups/leases-for-tenant';
import { Session } from '../lookups/session';
import { tenantsByLease } from '../lookups/tenants-by-lease';
import type { LocalDate } from '../model/local-date';
import { lastId, toWireLease, toWireTenant } from './records';
import { readFindForTenant, readTenants } from './requests';

const BODY_LIMIT = 64 * 1024;

export interface RestOptions {
  readonly db: Database;
  readonly authenticate: Authenticate;
  /** The business day that it is now (decision 14). */
  readonly today: () => LocalDate;
}

export function restEndpoints({ db, authenticate, today }: RestOptions): Endpoint[] {
  const readBody = jsonBodyReader(BODY_LIMIT);

  const endpoint = (path: string, find: (session: Session, body: object) => Promise<object>): Endpoint => ({
    path,
    methods: ['POST'],
    async answer(request, response) {
      const caller = await authenticate(authorizationOf(request));
      const body = await readBody(request, response);
      sendJson(response, 200, await find(new Session(db, caller), body));
    },
    errorBody: errorEnvelope,
  });

  return [
    // Contract 4.1.
    endpoint('/leases/find-for-tenant', async (session, body) => {
      const { question, page } = readFindForTenant(body, today());
      if (page === null) return { leases: [], last_id: -1 };
      const leases = await leasesForTenant(session, question, page);
      return { leases: leases.records.map(toWireLease), last_id: lastId(leases) };
    }),
    // Contract 4.2; a page without a tenant is `not_found` (rule 4, decision 22).
    endpoint('/leases/tenants', async (session, body) => {
      const { question, page } = readTenants(body);
      if (page === null) throw new ServiceError('notFound');
      const tenants = await tenantsByLease(session, question, page);
      if (tenants.records.length === 0) throw new ServiceError('notFound');
      return { tenants: tenants.records.map(toWireTenant), last_id: lastId(tenants) };
    }),
  ];
}
