import { gatewayForAllTests } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';
import { signToken } from '../support/tokens';

const NOON = new Date('2026-03-15T12:00:00Z');
const ACME = { tenant: { emailAddress: 'acme@example.com' } };

let client: ReturnType<typeof graphqlClient>;
let statements: string[] = [];
const onStatement = (text: string) => statements.push(text);
const { database, gateway } = gatewayForAllTests({}, { now: () => NOON, onStatement });

beforeAll(async () => {
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', 101);
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'large'), 'large', 3);
  client = graphqlClient(gateway.url, await signToken({ now: NOON, groups: ['acme', 'large'], subject: 'jane' }));
});

describe('a connection', () => {
  it('has 100 records by default, and a correct hasNextPage', async () => {
    const { leasesForTenant: page } = await client.ask('LeasesForTenant', ACME);
    expect(page.edges).toHaveLength(100);
    expect(page.nodes.map(({ identifier }) => identifier)).toEqual(page.edges.map(({ node }) => node.identifier));
    expect(page.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: page.edges[0]?.cursor,
      endCursor: page.edges[99]?.cursor,
    });
    expect(page.totalCount).toBe(101);
  });

  it.each([{ first: 101 }, { first: -1 }, { last: 101 }, { last: -1 }, { first: 1, last: 1 }])(
    'refuses %p instead of cutting it silently',
    async (size) => {
      const refused = await client.refused('LeasesForTenant', { ...ACME, ...size });
      expect(refused).toEqual([{ code: 'BAD_USER_INPUT', type: 'invalid_request' }]);
    },
  );

  it('says whether records lie on the other side of a cursor, also if its record does not match', async () => {
    const LARGE = { tenant: { emailAddress: 'large@example.com' } };
    const cursorOf = async (search: typeof ACME) =>
      (await client.ask('LeasesForTenant', { ...search, first: 1 })).leasesForTenant.edges[0]!.cursor;
    const [low, high] = [await cursorOf(ACME), await cursorOf(LARGE)];
    const around = async (variables: object, search: typeof ACME) => {
      const { edges, pageInfo } = (await client.ask('LeasesForTenant', { ...search, ...variables })).leasesForTenant;
      return [edges.length > 0, pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await around({ first: 1, after: low }, LARGE)).toEqual([true, false, true]);
    expect(await around({ first: 1, after: high }, ACME)).toEqual([false, true, false]);
    expect(await around({ last: 1, before: high }, ACME)).toEqual([true, true, false]);
    expect(await around({ last: 1, before: low }, LARGE)).toEqual([false, false, true]);
  });

  it('refuses cursors of another kind, node ids and invented cursors', async () => {
    const { tenantsByLease } = await client.ask('TenantsByLease', { first: 1 });
    const [edge] = tenantsByLease.edges;
    const made = Buffer.from('after:lease:01').toString('base64url');
    for (const after of [edge!.cursor, edge!.node.id, 'x', '', '1', made, `${made}=`]) {
      const refused = await client.refused('LeasesForTenant', { ...ACME, after });
      expect([after, refused]).toEqual([after, [{ code: 'BAD_USER_INPUT', type: 'invalid_cursor' }]]);
    }
  });

  it('counts only if totalCount is selected', async () => {
    const { data } = await client.send({ query: '{ tenantsByLease(first: 1) { nodes { identifier } } }' });
    expect(data).toBeDefined();
    statements = [];
    await client.send({ query: '{ tenantsByLease(first: 1) { nodes { identifier } pageInfo { hasNextPage } } }' });
    expect(statements.filter((sql) => sql.includes('count('))).toEqual([]);
  });

  it('counts once for totalCount and totalCountProblem, one of which is null', async () => {
    const selected = 'totalCountProblem totalCount again: totalCountProblem';
    const query = `query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { ${selected} } }`;
    const groupId = await insertGroup(database.db, 'crowd');
    await insertSharedLeases(database.db, { groupId, prefix: 'crowd', tenants: 10_001, leases: 1 });
    const crowd = graphqlClient(gateway.url, await signToken({ now: NOON, groups: ['crowd'] }));
    statements = [];
    const { data: few } = await client.send({ query, variables: ACME });
    const { data: many } = await crowd.send({ query: `{ tenantsByLease { ${selected} } }` });
    expect(few).toEqual({ leasesForTenant: { totalCountProblem: null, totalCount: 101, again: null } });
    const problem = 'TOO_MANY_RECORDS';
    expect(many).toEqual({ tenantsByLease: { totalCountProblem: problem, totalCount: null, again: problem } });
    expect(statements.filter((sql) => sql.includes('count('))).toHaveLength(2);
  });
});

describe('the leases of many tenants at once', () => {
  async function statementsFor(first: number): Promise<number> {
    statements = [];
    const { tenantsByLease } = await client.ask('TenantsWithLeases', { first, leases: 5 });
    expect(tenantsByLease.nodes).toHaveLength(first);
    for (const { identifier, leases } of tenantsByLease.nodes) {
      expect(leases).toEqual({
        nodes: [{ identifier, tenants: [{ identifier }] }],
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
        totalCount: 1,
      });
    }
    return statements.length;
  }

  it('take as many statements for 100 tenants as for one', async () => {
    const one = await statementsFor(1);
    expect(await statementsFor(100)).toBe(one);
    expect(one).toBeLessThanOrEqual(7);
  });

  it('are ten per page by default', async () => {
    const groupId = await insertGroup(database.db, 'busy');
    await insertSharedLeases(database.db, { groupId, prefix: 'busy', tenants: 1, leases: 11 });
    const busy = graphqlClient(gateway.url, await signToken({ now: NOON, groups: ['busy'] }));
    const { tenantsByLease } = await busy.ask('TenantsWithLeases', { first: 1 });
    expect(tenantsByLease.nodes[0]?.leases).toMatchObject({ totalCount: 11, pageInfo: { hasNextPage: true } });
    expect(tenantsByLease.nodes[0]?.leases.nodes).toHaveLength(10);
  });
});

it('viewer returns the caller and the visible groups, in pages', async () => {
  const { viewer } = await client.ask('Viewer', { first: 1 });
  expect(viewer).toMatchObject({
    subject: 'jane',
    tokenExpiresAt: '2026-03-15T13:00:00.000Z',
    allGroups: false,
    groups: {
      nodes: [{ identifier: 'acme', externalRef: 'ref-acme' }],
      totalCount: 2,
      pageInfo: { hasNextPage: true },
    },
  });
  const after = viewer.groups.pageInfo.endCursor;
  const { viewer: rest } = await client.ask('Viewer', { after });
  expect(rest.groups.nodes.map(({ identifier }) => identifier)).toEqual(['large']);
});
