/** The rows whose header is the attack. */

import { type AttackRequest, get, graphql, post } from '../rig/request';

const QUERY = '{ tenantsByLease { nodes { identifier } } }';

/** Row d. */
const PADDED = [' ', '\t'].map((blank) => `application/json;${blank.repeat(15_500)}x`);
export const paddedMediaTypes: readonly AttackRequest[] = PADDED.flatMap((type) => [
  graphql(QUERY, { headers: [['Content-Type', type]], coding: 'identity' }),
  get(`/graphql?query=${encodeURIComponent(QUERY)}`, { headers: [['Content-Type', type]] }),
]);

/** Row i: lines that say nothing, before those that count. A server that looks at a thousand alone overlooks them. */
const FILLING: readonly (readonly [string, string])[] = Array.from({ length: 1_100 }, () => ['x', '1'] as const);

const withFilling = (request: AttackRequest): AttackRequest => ({
  ...request,
  headers: [...FILLING, ...request.headers],
});

const lookup = post('/leases/tenants/', '{"identifier":"shared-0"}', { token: true, coding: 'identity' });

/** The `Content-Length` stands last. */
export const lengthBehind = { plainly: lookup, behind: withFilling(lookup) };

const after = (request: AttackRequest, header: readonly [string, string]): AttackRequest => ({
  ...request,
  headers: [...request.headers, header],
});
export const secondTokenBehind = after(withFilling(lookup), ['Authorization', 'Bearer other']);
export const secondHostBehind = after(withFilling(get('/status')), ['Host', 'other']);
