/** The client against a real gateway: pages, cursors and errors of REST and GraphQL. */

import {
  type Client,
  type ClientOptions,
  createClient,
  type ErrorType,
  LeasegateError,
  LeasesForTenant,
  TenantsByLease,
  Viewer,
} from '../../client/index';

import { gatewayForAllTests } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken } from '../support/tokens';

const LEASES = 205;
const EVERY = Array.from({ length: LEASES }, (_, index) => `north-${index + 1}`);
const question = { email_address: 'north@example.com' };
const tenant = { emailAddress: 'north@example.com' };

const { database, gateway } = gatewayForAllTests({ PUBLIC_URL: '/lookup' });
let leasegate: Client;
let clientOf: (token: ClientOptions['token']) => Client;

beforeAll(async () => {
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'north'), 'north', LEASES);
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'south'), 'south', 1);
  clientOf = (token) => createClient({ url: `${gateway.url}/`, token });
  leasegate = clientOf(await signToken({ subject: 'ada', groups: ['north'] }));
});

async function collect<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const collected = [];
  for await (const page of pages) collected.push(page);
  return collected;
}

const identifiers = (records: readonly { readonly identifier: string }[]) => records.map((one) => one.identifier);

async function refusal(asking: Promise<unknown>): Promise<LeasegateError> {
  const error: unknown = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LeasegateError);
  return error as LeasegateError;
}

describe('REST', () => {
  test('4.1, 8: one page of leases, and every page', async () => {
    const first = await leasegate.findLeases(question);
    expect(identifiers(first.leases)).toEqual(EVERY.slice(0, 100));
    const pages = await collect(leasegate.leasePages(question));
    expect(pages.map(({ leases }) => leases.length)).toEqual([100, 100, 5]);
    expect(pages.flatMap(({ leases }) => identifiers(leases))).toEqual(EVERY);
  });

  test('4.2, 8: one page of tenants, and every page', async () => {
    const first = await leasegate.findTenants({ group_id: 'north' });
    expect(identifiers(first.tenants)).toEqual(EVERY.slice(0, 100));
    const pages = await collect(leasegate.tenantPages({ address: { city: 'koln' } }));
    expect(pages.flatMap(({ tenants }) => identifiers(tenants))).toEqual(EVERY);
  });

  test('without a match there is one empty page of leases, no page of tenants, and a single page of tenants is `not_found`', async () => {
    expect(await collect(leasegate.leasePages({ identifier: 'nobody' }))).toEqual([{ leases: [], last_id: -1 }]);
    expect(await collect(leasegate.tenantPages({ group_id: 'south' }))).toEqual([]);
    expect(await refusal(leasegate.findTenants({ group_id: 'south' }))).toMatchObject({
      type: 'not_found',
      status: 404,
      code: undefined,
    });
  });

  test('7: an error has the type, the status and the request ID', async () => {
    const error = await refusal(leasegate.findLeases({}));
    expect(error).toMatchObject({ name: 'LeasegateError', type: 'no_tenant_information', status: 400, errors: [] });
    expect(error.message).toContain('e-mail address');
    expect(error.requestId).toMatch(/^[\w-]{20,}$/);
    // Paging throws every error but `not_found`.
    await refusal(collect(leasegate.tenantPages({ min_move_in_date: '2026-02-30' })));
    const elsewhere = createClient({ url: `${gateway.url}/nowhere`, token: 't' });
    expect(await refusal(collect(elsewhere.tenantPages({})))).toMatchObject({ status: 404, type: 'unknown_endpoint' });
  });
});

describe('GraphQL', () => {
  test('all pages of both lists', async () => {
    const leases = await collect(leasegate.graphqlPages(LeasesForTenant, { tenant }, (data) => data.leasesForTenant));
    expect(leases.map(({ nodes }) => nodes.length)).toEqual([100, 100, 5]);
    expect(leases.flatMap(({ nodes }) => identifiers(nodes))).toEqual(EVERY);
    const tenants = await collect(leasegate.graphqlPages(TenantsByLease, { first: 99 }, (data) => data.tenantsByLease));
    expect(tenants.map(({ nodes }) => nodes.length)).toEqual([99, 99, 7]);
    expect(tenants.flatMap(({ nodes }) => identifiers(nodes))).toEqual(EVERY);
  });

  test('pages of no record, which have no cursor, end with the first', async () => {
    const ended: number[] = [];
    for await (const { nodes } of leasegate.graphqlPages(TenantsByLease, { first: 0 }, (data) => data.tenantsByLease)) {
      if (ended.push(nodes.length) > 1) break;
    }
    expect(ended).toEqual([0]);
  });

  test('a prepared operation, and a plain string', async () => {
    const { viewer } = await leasegate.graphql(Viewer, { first: 1 });
    expect(viewer).toMatchObject({ subject: 'ada', allGroups: false, groups: { nodes: [{ identifier: 'north' }] } });
    const own = await leasegate.graphql<{ node: null }>('query ($id: ID!) { node(id: $id) { id } }', { id: 'nobody' });
    expect(own).toEqual({ node: null });
  });

  test('an error has its type and code, all entries, and the data', async () => {
    const invalid = await refusal(leasegate.graphql('{ nothing }'));
    expect(invalid).toMatchObject({ type: 'invalid_request', code: 'GRAPHQL_VALIDATION_FAILED', status: 400 });
    const cursor = await refusal(leasegate.graphql(LeasesForTenant, { tenant, after: 'x' }));
    expect(cursor).toMatchObject({ type: 'invalid_cursor', code: 'BAD_USER_INPUT', status: 200, data: null });
    expect(cursor.errors).toMatchObject([{ path: ['leasesForTenant'], extensions: { type: 'invalid_cursor' } }]);
  });
});

describe('tokens', () => {
  const ask = (token: ClientOptions['token']) => clientOf(token).findLeases(question);

  test.each<[ErrorType, () => Promise<string>]>([
    ['expired_token', () => signToken({ groups: ['north'], expiresIn: -60 })],
    ['invalid_authorization', async () => 'abc'],
    ['missing_authorization', async () => ''],
  ])('5: %s over both transports', async (type, source) => {
    const token = await source();
    expect(await refusal(ask(token))).toMatchObject({ type });
    expect(await refusal(clientOf(token).graphql(Viewer))).toMatchObject({ type });
  });

  test('a function is called before every request, and once for a new token after `expired_token`', async () => {
    const [expired, fresh] = [await signToken({ groups: ['north'], expiresIn: -60 }), await signToken({ groups: [] })];
    const renewing = jest.fn(async ({ renew }: { renew: boolean }) => (renew ? fresh : expired));
    await ask(renewing);
    expect(renewing.mock.calls).toEqual([[{ renew: false }], [{ renew: true }]]);

    const hopeless = jest.fn(() => expired);
    expect(await refusal(ask(hopeless))).toMatchObject({ type: 'expired_token' });
    expect(hopeless).toHaveBeenCalledTimes(2);
  });
});
