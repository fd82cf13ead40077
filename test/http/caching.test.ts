/** No cache may keep an answer of a lookup, in any form. */

import { insertHousehold } from '../db/household';
import { gatewayForAllTests } from '../support/gateway';
import { everyGroup, LEASES, send, type Sending, TENANTS } from './client';

const { database, gateway } = gatewayForAllTests({ INTROSPECTION: 'token', CORS_ORIGINS: 'https://a.example' });
let token: string;
beforeAll(async () => {
  await insertHousehold(database.db, 'north');
  token = await everyGroup();
});

const LOOKUP = '{ leasesForTenant(tenant: { identifier: "north-tenant" }) { nodes { identifier } } }';
const byGet = (parameters: Readonly<Record<string, string>>) =>
  `/graphql?${new URLSearchParams(parameters).toString()}`;
const unknownHash = { persistedQuery: { version: 1, sha256Hash: 'unknown' } };
const STRICT = { accept: 'application/graphql-response+json' };

describe('no-store', () => {
  test.each<[string, number, string, () => Sending]>([
    ['leases', 200, LEASES, () => ({ token, body: { identifier: 'north-tenant' } })],
    [
      'leases to a page of another origin',
      200,
      LEASES,
      () => ({ token, headers: { origin: 'https://a.example' }, body: { identifier: 'north-tenant' } }),
    ],
    ['no tenants', 404, TENANTS, () => ({ token, body: { identifier: 'none' } })],
    ['no path', 404, '/nowhere', () => ({ method: 'GET' })],
    ['a lookup over GraphQL', 200, '/graphql', () => ({ token, body: { query: LOOKUP } })],
    ['the same in the other media type', 200, '/graphql', () => ({ token, headers: STRICT, body: { query: LOOKUP } })],
    ['a lookup by GET', 200, byGet({ query: LOOKUP }), () => ({ method: 'GET', token })],
    ['a lookup by GET without a token', 401, byGet({ query: LOOKUP }), () => ({ method: 'GET' })],
    [
      'a forged GET',
      401,
      byGet({ query: LOOKUP }),
      () => ({ method: 'GET', headers: { origin: 'https://b.example' } }),
    ],
    ['an invalid document', 400, '/graphql', () => ({ token, headers: STRICT, body: { query: '{ nothing }' } })],
    [
      'an unknown hash by GET',
      200,
      byGet({ extensions: JSON.stringify(unknownHash) }),
      () => ({ method: 'GET', token }),
    ],
    ['a method that GraphQL has not', 405, '/graphql', () => ({ method: 'DELETE' })],
    ['the status for pages', 200, '/status', () => ({ method: 'GET' })],
    ['the schema without a token', 400, '/schema.graphql', () => ({ method: 'GET' })],
  ])('%s (%d)', async (_what, status, path, sending) => {
    const answer = await send(gateway.url + path, sending());
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    for (const name of ['etag', 'expires', 'last-modified', 'age']) expect(answer.headers.get(name)).toBeNull();
  });
});
