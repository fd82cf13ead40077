/** One line per lookup, over REST and GraphQL: the names of its filters, its caller and its outcome. */

import { createHmac } from 'node:crypto';

import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { json, LEASES, send, TENANTS } from '../http/client';
import { gatewayForAllTests } from '../support/gateway';
import { giveToken } from '../support/opaque-tokens';
import { signToken } from '../support/tokens';
import { AUDIT_KEY, FIELDS, KeptTrail, type Line, strangeFields } from './kept-trail';

const NOON = new Date('2026-03-15T12:00:00Z');
const EMAIL = 'acme@example.com';
const SUBJECT = 'jane.doe@idp.example';
const HASH = createHmac('sha256', AUDIT_KEY).update(SUBJECT).digest('hex').slice(0, 32);

const trail = new KeptTrail();
const { database, gateway } = gatewayForAllTests(trail.env, { sealed: false, now: () => NOON });
let token: string;

beforeAll(async () => {
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', 3);
  await insertGroup(database.db, 'globex');
  token = await signToken({ now: NOON, subject: SUBJECT, groups: '*' });
});

afterAll(() => trail.remove());

const JANE = { subject: HASH, tokenKind: 'jwt', tokenId: null };
const NOBODY = { subject: null, tokenKind: null, tokenId: null };

/** A line without the fields that vary, which {@link strangeFields} checks. */
const stableFields = ({ level, time, pid, hostname, audit, ms, requestId, ...stable }: Line) => stable;

async function audited(asking: Promise<{ headers: Headers }>): Promise<object[]> {
  const { headers } = await asking;
  const lines = await trail.since(gateway.url);
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(FIELDS);
    expect(strangeFields(line)).toEqual([]);
    expect(line.time).toBe(NOON.getTime());
    expect(line.requestId).toBe(headers.get('x-request-id'));
  }
  return lines.map(stableFields);
}

const rest = (path: string, body: unknown, as: string | undefined = token) =>
  audited(send(gateway.url + path, { token: as, body }));
const graphql = (query: string, variables: object = {}, as: string | undefined = token) =>
  audited(send(`${gateway.url}/graphql`, { token: as, body: { query, variables } }));

const lookup = (operation: string | null, filters: string[], records: number, more: object = {}) => ({
  ...JANE,
  operation,
  filters,
  lookups: 1,
  records,
  outcome: 'ok',
  ...more,
});

const REST = { transport: 'rest' };
const GRAPHQL = { transport: 'graphql' };

describe('the same lookup has the same line over REST and GraphQL', () => {
  const ADDRESS = ['building_name', 'address_line_1', 'address_line_2', 'city', 'country', 'state', 'postal_code'];
  const GRAPHQL_ADDRESS =
    'buildingName: "x", addressLine1: "x", addressLine2: "x", city: "Köln", country: "x", state: "x", postalCode: "x"';

  test.each<[string, string, object, string, string[], number]>([
    [
      'leases by all that identifies a tenant',
      LEASES,
      { identifier: 'acme-1', external_ref: 'x', email_address: EMAIL, phone_number: '1', group_id: 'acme' },
      `leasesForTenant(tenant: { identifier: "acme-1", externalRef: "x", emailAddress: "${EMAIL}", phoneNumber: "1",
         group: { identifier: "acme" } })`,
      ['identifier', 'external_ref', 'email_address', 'phone_number', 'group_id'],
      0,
    ],
    [
      'active leases, of a group by the name that another system has for it; null and blank are absent',
      LEASES,
      { identifier: 'acme-1', group_external_ref: 'ref-acme', phone_number: null, email_address: ' ', active: true },
      `leasesForTenant(tenant: { identifier: "acme-1", group: { externalRef: "ref-acme" }, phoneNumber: null,
         emailAddress: " " }, activeOn: "2026-03-15")`,
      ['identifier', 'active', 'group_external_ref'],
      1,
    ],
    [
      'tenants without a filter, for an empty address is none',
      TENANTS,
      { address: {} },
      'tenantsByLease(lease: { address: {} })',
      [],
      3,
    ],
    [
      // Without records REST answers not_found (4.2 rule 4), but the lookup is the same.
      'tenants by everything',
      TENANTS,
      {
        identifier: 'acme-1',
        min_move_in_date: '2026-01-01',
        max_move_in_date: '2026-01-02',
        group_id: 'acme',
        address: { ...Object.fromEntries(ADDRESS.map((name) => [name, 'x'])), latitude: 1, longitude: 2 },
      },
      `tenantsByLease(lease: { identifier: "acme-1", minMoveInDate: "2026-01-01", maxMoveInDate: "2026-01-02",
         group: { identifier: "acme" }, address: { ${GRAPHQL_ADDRESS}, latitude: 1, longitude: 2 } })`,
      [
        'identifier',
        'min_move_in_date',
        'max_move_in_date',
        'group_id',
        ...[...ADDRESS, 'latitude', 'longitude'].map((name) => `address.${name}`),
      ],
      0,
    ],
  ])('%s', async (_title, path, body, field, filters, records) => {
    const line = lookup(path === LEASES ? 'leasesForTenant' : 'tenantsByLease', filters, records);
    expect(await rest(path, body)).toEqual([{ ...line, ...REST }]);
    expect(await graphql(`{ ${field} { nodes { identifier } } }`)).toEqual([{ ...line, ...GRAPHQL }]);
  });

  test('past the end (decision 2)', async () => {
    expect(await rest(LEASES, { email_address: EMAIL, 'after-id': -1 })).toEqual([
      { ...lookup('leasesForTenant', ['email_address'], 0), ...REST },
    ]);
  });
});

describe('GraphQL', () => {
  const several = 'a: leases(after: "x") { totalCount } b: leases(first: 101) { totalCount }';
  const aliased = `{ anna: leasesForTenant(tenant: { emailAddress: "${EMAIL}" }) { totalCount }
    ben: leasesForTenant(tenant: { identifier: "acme-2" }, first: 1) { nodes { identifier } }
    all: tenantsByLease { nodes { identifier } } }`;
  test.each([
    ['each root field under its own name, not the alias of the client', aliased],
    ['a refused nested level', '{ tenantsByLease(first: 10) { nodes { leases(first: 101) { totalCount } } } }'],
    ['a nested level that is refused twice', `{ tenantsByLease(first: 10) { nodes { ${several} } } }`],
    ['an unknown record', `{ node(id: "${EMAIL}") { id } }`],
    ['the groups of the viewer, which are records', '{ viewer { subject groups { nodes { identifier } } } }'],
    ['the identity of the viewer, which is none', '{ viewer { subject allGroups } }'],
    ['the schema', '{ __schema { queryType { name } } }'],
    ['a missing group', '{ leasesForTenant(tenant: { externalRef: "x" }) { totalCount } }'],
    ['a false cursor', '{ leasesForTenant(tenant: { identifier: "x" }, after: "x") { totalCount } }'],
    ['a false variable', 'query ($t: TenantMatch!) { leasesForTenant(tenant: $t) { totalCount } }'],
    ...['{ findAnna }', '{', 'mutation { node }'].map((query) => [query, query]),
  ])('the lines of %s', async (_title, query = '') => {
    const lines = (await graphql(query, { t: 5 })).map((line) => JSON.stringify(line).replace(HASH, 'HASH'));
    expect(lines.toSorted()).toMatchSnapshot();
    expect(trail.text()).not.toMatch(/anna|ben\b/i);
  });

  test('nested leases have one line per level, not one per tenant, compiled or not', async () => {
    const query = `{ tenantsByLease(first: 10) { nodes { leases(activeOn: "2026-03-15") { nodes { tenants { leases { nodes { id } } } } } } } }`;
    for (let time = 1; time <= 3; time += 1) {
      expect(await graphql(query)).toEqual([
        lookup('tenantsByLease', [], 3, GRAPHQL),
        lookup('Tenant.leases', ['active'], 3, { ...GRAPHQL, lookups: 3 }),
        lookup('Tenant.leases', [], 3, { ...GRAPHQL, lookups: 3 }),
      ]);
    }
  });

  test('records by id: the number found', async () => {
    const answer = await send(`${gateway.url}/graphql`, {
      token,
      body: { query: '{ tenantsByLease { nodes { id } } viewer { groups { nodes { id } } } }' },
    });
    const { data } = json(answer) as {
      data: { tenantsByLease: { nodes: { id: string }[] }; viewer: { groups: { nodes: { id: string }[] } } };
    };
    await trail.since(gateway.url);
    const ids = [...data.tenantsByLease.nodes, ...data.viewer.groups.nodes].map(({ id }) => id);
    expect(ids).toHaveLength(5);
    expect(await graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [...ids, EMAIL] })).toEqual([
      lookup('nodes', [], 5, GRAPHQL),
    ]);
    expect(await graphql('query ($id: ID!) { node(id: $id) { id } }', { id: ids[0] })).toEqual([
      lookup('node', [], 1, GRAPHQL),
    ]);
  });
});

describe('refused', () => {
  const refused = (operation: string | null, outcome: string, more: object) =>
    lookup(operation, [], 0, { outcome, ...more });

  test.each([
    ['missing_authorization', () => undefined],
    ['invalid_authorization', () => 'leasegate_not-a-token'],
    ['expired_token', () => signToken({ now: NOON, subject: SUBJECT, groups: '*', expiresIn: -60 })],
  ])('%s: the caller is not known', async (outcome, bearer) => {
    const as = await bearer();
    const asked = (path: string, body: object) =>
      audited(send(gateway.url + path, { ...(as !== undefined && { token: as }), body }));
    expect(await asked(TENANTS, {})).toEqual([refused('tenantsByLease', outcome, { ...NOBODY, ...REST })]);
    const query = `{ a: leasesForTenant(tenant: { emailAddress: "${EMAIL}" }) { totalCount } ...F } fragment F on Query { node(id: "x") { id } b: node(id: "y") { id } }`;
    expect(await asked('/graphql', { query })).toEqual([
      refused('leasesForTenant', outcome, { ...NOBODY, ...GRAPHQL }),
      refused('node', outcome, { ...NOBODY, ...GRAPHQL }),
    ]);
  });

  test.each([
    ['both_group_identifiers_provided', { external_ref: 'x' }],
    ['invalid_cursor', { identifier: 'x', 'after-id': 'x' }],
    ['invalid_json', '{'],
  ])('%s', async (outcome, body) => {
    expect(await rest(LEASES, body)).toEqual([refused('leasesForTenant', outcome, REST)]);
  });
});

describe('the caller', () => {
  const ask = async (as: string) => {
    const [line] = await rest(LEASES, { identifier: 'acme-1' }, as);
    const { subject, tokenKind, tokenId } = line as Line;
    return { subject, tokenKind, tokenId };
  };

  test('an opaque token, by the ID that `leasegate token list` shows', async () => {
    const { token: opaque, id } = await giveToken(database.db, { subject: SUBJECT, groups: '*' });
    expect(await ask(opaque)).toEqual({ subject: HASH, tokenKind: 'opaque', tokenId: String(id) });
  });

  test('a JSON Web Token, by its `jti`, or by a hash if that does not look like an id', async () => {
    const jti = '4f0c9a1e-6a55-4d0e-9d3f-0f5f3c6a7b21';
    const as = (claims: object) => signToken({ now: NOON, groups: '*', claims: { ...claims } });
    expect(await ask(await as({ jti }))).toEqual({ subject: null, tokenKind: 'jwt', tokenId: jti });
    for (const jti of [SUBJECT, 'Jane Doe', 'x'.repeat(65), '', 'jané']) {
      const { tokenId } = await ask(await as({ jti }));
      expect(tokenId).toBe(createHmac('sha256', AUDIT_KEY).update(jti).digest('hex').slice(0, 32));
    }
  });
});

test('a request id of the client is written as its keyed hash', async () => {
  const headers = { 'X-Request-Id': 'anna-from-the-client' };
  const answer = await send(gateway.url + LEASES, { token, headers, body: { identifier: 'x' } });
  expect(answer.headers.get('x-request-id')).toBe('anna-from-the-client');
  const [line, ...others] = await trail.since(gateway.url);
  const hash = createHmac('sha256', AUDIT_KEY).update('anna-from-the-client').digest('hex').slice(0, 32);
  expect([line?.requestId, others]).toEqual([hash, []]);
  expect(trail.text()).not.toContain('anna');
});
