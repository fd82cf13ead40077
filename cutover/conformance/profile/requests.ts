/** The form of requests. */

import { askUnchecked, type How } from '../ask';
import { succeeded } from '../session';
import { everyone, meaning, refusal } from './outcome';
import type { Behaviours, Discover } from './profile';

const SERVED = 'served';

/** How a changed request for every tenant is answered. */
const allTenants =
  (how: How): Discover =>
  (session, samples) =>
    meaning(session, 'tenants', {}, { [SERVED]: everyone(samples) }, how);

const JSON_BODY = { 'Content-Type': 'application/json' };

const get =
  (lookup: 'leases' | 'tenants'): Discover =>
  async (session) => {
    const reply = await askUnchecked(session, lookup, {}, { method: 'GET', headers: {} });
    return succeeded(reply) ? SERVED : refusal(reply);
  };

export const REQUESTS: Behaviours = {
  'request.no-content-type': ['A body without Content-Type?', allTenants({ headers: {} })],
  'request.other-content-type': [
    'A JSON body as text/plain?',
    allTenants({ headers: { 'Content-Type': 'text/plain' } }),
  ],
  'request.charset': [
    'Content-Type: application/json; charset=utf-8?',
    allTenants({ headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
  ],
  'request.no-body': ['No body and no Content-Type?', allTenants({ raw: '', headers: {} })],
  'request.empty-body': ['An empty body as JSON?', allTenants({ raw: '', headers: JSON_BODY })],
  'request.broken-json': ['A body that is not JSON?', allTenants({ raw: '{' })],
  'request.array': ['A body that is an array?', allTenants({ raw: '[]' })],
  'request.null': ['A body that is null?', allTenants({ raw: 'null' })],
  'request.get-leases': ['GET on find-for-tenant?', get('leases')],
  'request.get-tenants': ['GET on tenants?', get('tenants')],
  'request.no-slash': ['A path without its trailing slash?', allTenants({ path: '/leases/tenants' })],
  'request.path-case': ['A path in other letter case?', allTenants({ path: '/Leases/Tenants/' })],
  'request.unknown-path': ['An unknown path?', allTenants({ path: '/leases/no-such-lookup/' })],
  'request.scheme-capital': ['The scheme word Bearer?', allTenants({ scheme: 'Bearer' })],
  'request.scheme-upper': ['The scheme word BEARER?', allTenants({ scheme: 'BEARER' })],
  'request.scheme-other': ['Another scheme, Basic?', allTenants({ scheme: 'Basic' })],
  'request.scheme-alone': [
    'A scheme word without a token?',
    allTenants({ token: null, headers: { ...JSON_BODY, Authorization: 'bearer' } }),
  ],
  'request.bad-token': ['An invalid token?', allTenants({ token: 'unknown' })],
  'request.token-before-body': [
    'An invalid token with a body that is not JSON?',
    allTenants({ token: 'unknown', raw: '{' }),
  ],
};
