/** No cache may keep an answer of a lookup, in any form. Those of REST are held to openapi.json. */

import { gatewayWithoutDatabase } from '../support/gateway';
import { everyGroup, send } from './client';

const gateway = gatewayWithoutDatabase({ env: { INTROSPECTION: 'token' } });

const LOOKUP = '{ leasesForTenant(tenant: { identifier: "north-tenant" }) { nodes { identifier } } }';
const query = `/graphql?${new URLSearchParams({ query: LOOKUP }).toString()}`;
const unknownHash = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: 'unknown' } });

test.each<[number, string, string, object]>([
  [404, 'GET', '/nowhere', {}],
  [503, 'POST', '/graphql', { body: { query: LOOKUP } }],
  [503, 'POST', '/graphql', { body: { query: LOOKUP }, headers: { accept: 'application/graphql-response+json' } }],
  [200, 'POST', '/graphql', { body: { query: '{ viewer { subject } }' } }],
  [503, 'GET', query, {}],
  [401, 'GET', query, { token: undefined }],
  [401, 'GET', query, { token: undefined, headers: { origin: 'https://b.example' } }],
  [200, 'GET', `/graphql?extensions=${encodeURIComponent(unknownHash)}`, {}],
  [405, 'DELETE', '/graphql', {}],
  [200, 'GET', '/status', {}],
  [400, 'GET', '/schema.graphql', { token: undefined }],
])('%d to %s %s %j is not stored', async (status, method, path, sending) => {
  const answer = await send(gateway.url + path, { method, token: await everyGroup(), ...sending });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  for (const name of ['etag', 'expires', 'last-modified', 'age']) expect(answer.headers.get(name)).toBeNull();
});
