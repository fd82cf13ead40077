/** The rows whose header is the attack. */

import { type AttackRequest, get, graphql } from '../rig/request';

const QUERY = '{ tenantsByLease { nodes { identifier } } }';

/** Row d. */
const PADDED = [' ', '\t'].map((blank) => `application/json;${blank.repeat(15_500)}x`);
export const paddedMediaTypes: readonly AttackRequest[] = PADDED.flatMap((type) => [
  graphql(QUERY, { headers: [['Content-Type', type]], coding: 'identity' }),
  get(`/graphql?query=${encodeURIComponent(QUERY)}`, { headers: [['Content-Type', type]] }),
]);

/** Row i: lines that say nothing, before those that count. A server that looks at a thousand alone overlooks them. */
const FILLING: readonly (readonly [string, string])[] = Array.from({ length: 1_100 }, () => ['x', '1'] as const);

export const withFilling = (request: AttackRequest): AttackRequest => ({
  ...request,
  headers: [...FILLING, ...request.headers],
});
