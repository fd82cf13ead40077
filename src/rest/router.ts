/** The two REST operations of contract section 4. */

import type { Request, RequestHandler } from 'express';

import type { Settings } from '../config/settings';
import { asServiceError, ServiceError } from '../errors';
import { allowOnly, type EndpointOptions, markTransport } from '../http/admitted';
import { jsonBodyReader, sendJson } from '../http/bodies';
import { exchangeOf } from '../http/exchange';
import { unknownFields } from '../lookups/criteria';
import type { CallerLookups, Lookups } from '../lookups/lookups';
import { REST_PATHS, type RestOperation } from '../model/operations';
import { asksForOperation, EXPLAIN } from './explain';
import {
  BODY_LIMIT,
  FIND_FOR_TENANT,
  lastId,
  readFindForTenant,
  readTenants,
  TENANTS,
  toWireLease,
  toWireTenant,
} from './wire';

interface RestOptions extends EndpointOptions {
  readonly lookups: Lookups;
  readonly rest: Settings['rest'];
}

interface BodyLookup {
  /** The names of the fields that a body may have. */
  readonly fields: readonly string[];
  /** @throws {ServiceError} */
  find(lookups: CallerLookups, body: object): Promise<object>;
}

/** From the JSON of a request to the JSON of its answer. */
export const BODY_LOOKUPS: Readonly<Record<RestOperation, BodyLookup>> = {
  // Contract 4.1.
  leasesForTenant: {
    fields: FIND_FOR_TENANT.names,
    async find(lookups, body) {
      const leases = await lookups.leasesForTenant(readFindForTenant, body);
      return { leases: leases.records.map(toWireLease), last_id: lastId(leases) };
    },
  },
  // Contract 4.2; a page without a tenant is `not_found` (rule 4, decision 22).
  tenantsByLease: {
    fields: TENANTS.names,
    async find(lookups, body) {
      const tenants = await lookups.tenantsByLease(readTenants, body);
      if (tenants.records.length === 0) throw new ServiceError('notFound');
      return { tenants: tenants.records.map(toWireTenant), last_id: lastId(tenants) };
    },
  },
};

export function addRestRoutes(options: RestOptions): void {
  const { routes, lookups, admitted, shareWithOrigins, awaitClient, rest } = options;
  const readBody = jsonBodyReader(BODY_LIMIT, awaitClient, rest.contentType === 'lenient' ? 'read' : 'refuse');
  const explains = (request: Request): boolean => rest.explain === 'on' && asksForOperation(request.url);

  const start = (operation: RestOperation): RequestHandler[] => [
    markTransport('rest'),
    shareWithOrigins,
    ...announceRetirement(operation, rest),
  ];

  // One route for each path, because logs name a route by its path.
  for (const operation of ['leasesForTenant', 'tenantsByLease'] as const)
    routes.all(REST_PATHS[operation], start(operation), allowOnly('POST'), lookup(operation));

  /** Requires a token, reads the body and answers. A refusal at any step is audited. */
  function lookup(operation: RestOperation): RequestHandler {
    const asked = BODY_LOOKUPS[operation];
    return admitted('required', async (request, response, token) => {
      const exchange = exchangeOf(response);
      exchange.operation = operation;
      const asking = lookups.ofRequest(exchange);
      try {
        const callerLookups = asking.ofCaller(await token.requireCaller());
        const body = await readBody(request, response);
        if (rest.unknownFields === 'refuse') refuseUnknownFields(body, asked.fields);
        if (explains(request)) return sendJson(response, 200, EXPLAIN[operation](body, callerLookups.today()));
        sendJson(response, 200, await asked.find(callerLookups, body));
      } catch (failure) {
        asking.refused(asServiceError(failure, exchange.requestId), () => [operation]);
        throw failure;
      }
    });
  }
}

/** @param names the fields that the operation has @throws {ServiceError} `invalid_request` */
export function refuseUnknownFields(body: object, names: readonly string[]): void {
  if (unknownFields(body, names).length > 0)
    throw new ServiceError('invalidRequest', { message: `The body may have only these fields: ${names.join(', ')}.` });
}

export const RETIREMENT_HEADERS = ['Deprecation', 'Sunset', 'Link'];

/** Sets the headers of one path, on errors as well. Empty if no date is set for the path. */
function announceRetirement(
  operation: RestOperation,
  { deprecation, sunset, link }: Settings['rest'],
): RequestHandler[] {
  const headers = new Map<string, string>();
  const [deprecated, gone] = [deprecation[operation], sunset[operation]];
  if (deprecated !== undefined) headers.set('Deprecation', `@${deprecated / 1000}`);
  if (gone !== undefined) headers.set('Sunset', new Date(gone).toUTCString());
  if (headers.size === 0) return [];
  // The relations have the names of the headers (RFC 9745, RFC 8594).
  const relations = [...headers.keys()].join(' ').toLowerCase();
  if (link !== undefined) headers.set('Link', `<${link}>; rel="${relations}"`);
  return [
    (_request, response, next) => {
      response.setHeaders(headers);
      next();
    },
  ];
}
