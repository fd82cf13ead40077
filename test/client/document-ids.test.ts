/** `documentIds`: documents are sent by ID, for a gateway that has them in its manifest (decision 61). */

import { join } from 'node:path';

import { createClient, LeasesForTenant, TenantsByLease, type TypedDocument, Viewer } from '../../client/index';
import { insertHousehold } from '../db/household';
import { gatewayForAllTests } from '../support/gateway';
import { signToken } from '../support/tokens';

/** A document of codegen's client preset with `documentMode: string` and `persistedDocuments`. */
const UNLISTED = Object.assign(new String('{ viewer { subject } }'), {
  __meta__: { hash: 'unlisted' },
}) as unknown as TypedDocument<{ viewer: object }, object>;

const { database, gateway } = gatewayForAllTests({
  TRUSTED_DOCUMENTS: 'enforce',
  TRUSTED_DOCUMENTS_FILE: join(__dirname, '..', '..', 'persisted-documents.json'),
});
let token: string;
const bodies: string[] = [];
const watched: typeof fetch = (url, options) => {
  bodies.push(options?.body as string);
  return fetch(url, options);
};

beforeAll(async () => {
  await insertHousehold(database.db, 'north');
  token = await signToken({ groups: ['north'] });
});
beforeEach(() => void (bodies.length = 0));

const client = (documentIds: boolean) => createClient({ url: gateway.url, token, documentIds, fetch: watched });

test.each([true, false])(
  'the operations of the package run where a list is enforced (documentIds: %s)',
  async (ids) => {
    const leasegate = client(ids);
    const tenant = { identifier: 'north-tenant' };
    const { leasesForTenant } = await leasegate.graphql(LeasesForTenant, { tenant });
    const { tenantsByLease } = await leasegate.graphql(TenantsByLease, {});
    expect([leasesForTenant.nodes, tenantsByLease.nodes]).toMatchObject([
      [{ identifier: 'north-lease' }],
      [{ identifier: 'north-tenant' }],
    ]);
    const { viewer } = await leasegate.graphql(Viewer, { first: 1 });
    expect(viewer.groups.nodes).toMatchObject([{ identifier: 'north' }]);
    expect(bodies.map((body) => body.includes('documentId'))).toEqual([ids, ids, ids]);
    expect(bodies.map((body) => body.includes('query'))).toEqual([!ids, !ids, !ids]);
  },
);

test('a document of codegen is sent by its hash, one without a hash as text', async () => {
  const refused = { type: 'invalid_request', code: 'PERSISTED_QUERY_NOT_IN_LIST' };
  await expect(client(true).graphql(UNLISTED, {})).rejects.toMatchObject(refused);
  await expect(client(true).graphql('{ viewer { subject } }')).rejects.toMatchObject(refused);
  expect(bodies.map((body) => Object.keys(JSON.parse(body) as object)[0])).toEqual(['documentId', 'query']);
});
