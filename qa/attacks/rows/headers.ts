/** Rows whose attack is a header. */

import { type AttackRequest, get, graphql, post } from '../rig/request';

const QUERY = '{ tenantsByLease { nodes { identifier } } }';

/** Row d. */
const PADDED = [' ', '\t'].map((blank) => `application/json;${blank.repeat(15_500)}x`);
export const paddedMediaTypes: readonly AttackRequest[] = PADDED.flatMap((type) => [
  graphql(QUERY, { headers: [['Content-Type', type]], coding: 'identity' }),
  get(`/graphql?query=${encodeURIComponent(QUERY)}`, { headers: [['Content-Type', type]] }),
]);

/** Row i: unused headers before the relevant ones. A server that reads only a thousand headers misses those. */
const FILLING: readonly (readonly [string, string])[] = Array.from({ length: 1_100 }, () => ['x', '1'] as const);

const withFilling = (request: AttackRequest): AttackRequest => ({
  ...request,
  headers: [...FILLING, ...request.headers],
});

const lookup = post('/leases/tenants/', '{"identifier":"shared-0"}', { token: true, coding: 'identity' });

const after = (request: AttackRequest, header: readonly [string, string]): AttackRequest => ({
  ...request,
  headers: [...request.headers, header],
});
export const secondTokenBehind = after(withFilling(lookup), ['Authorization', 'Bearer other']);
export const secondHostBehind = after(withFilling(get('/status')), ['Host', 'other']);
