/** The two REST operations of contract section 4. */

import { Router, type RequestHandler } from 'express';

import { asServiceError, ServiceError } from '../errors';
import { type Admitted, allowOnly, markTransport } from '../http/admitted';
import { exchangeOf } from '../http/exchange';
import { type AwaitClient, jsonBodyReader } from '../http/json-body';
import { sendJson } from '../http/send';
import type { Lookups, RequestLookups } from '../lookups/lookups';
import { lastId, toWireLease, toWireTenant } from './records';
import { readFindForTenant, readTenants } from './requests';

const BODY_LIMIT = 64 * 1024;
const PATHS = ['/leases/find-for-tenant/', '/leases/tenants/'];

export interface RestOptions {
  readonly lookups: Lookups;
  readonly admitted: Admitted;
  readonly shareWithOrigins: RequestHandler;
  readonly awaitClient: AwaitClient;
}

export function restRouter({ lookups, admitted, shareWithOrigins, awaitClient }: RestOptions): Router {
  const router = Router({ caseSensitive: true });
  const readBody = jsonBodyReader(BODY_LIMIT, awaitClient);

  const start = [markTransport('rest'), shareWithOrigins];

  // Contract 4.1.
  router.post(
    '/leases/find-for-tenant/',
    start,
    lookup('leasesForTenant', async (lookups, body) => {
      const leases = await lookups.leasesForTenant(() => readFindForTenant(body, lookups.today));
      return { leases: leases.records.map(toWireLease), last_id: lastId(leases) };
    }),
  );

  // Contract 4.2; a page without a tenant is `not_found` (rule 4, decision 22).
  router.post(
    '/leases/tenants/',
    start,
    lookup('tenantsByLease', async (lookups, body) => {
      const tenants = await lookups.tenantsByLease(() => readTenants(body));
      if (tenants.records.length === 0) throw new ServiceError('notFound');
      return { tenants: tenants.records.map(toWireTenant), last_id: lastId(tenants) };
    }),
  );

  router.all(PATHS, start, allowOnly('POST'));

  /** Requires a token, reads the body and answers. A refusal at any step is audited. */
  function lookup(
    operation: 'leasesForTenant' | 'tenantsByLease',
    find: (lookups: RequestLookups, body: object) => Promise<object>,
  ): RequestHandler {
    return admitted('required', async (request, response, token) => {
      const exchange = exchangeOf(response);
      exchange.operation = operation;
      const own = lookups.ofRequest('rest', exchange.requestId);
      try {
        own.identify(await token.requireCaller());
        const body = await readBody(request, response);
        sendJson(response, 200, await find(own, body));
      } catch (failure) {
        own.refused(asServiceError(failure, exchange.requestId), () => [operation]);
        throw failure;
      }
    });
  }

  return router;
}
