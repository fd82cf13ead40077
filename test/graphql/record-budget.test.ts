/** An operation returns at most as many records as `GRAPHQL_MAX_COST`, whoever the caller is (decision 34). */

import { json, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';
import { signToken } from '../support/tokens';

const LIMIT = 500;

let database: TestDatabase;
let gateways: Readonly<Record<'on' | 'off', TestGateway>>;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const [prefix, tenants, leases] of [
    // 20 tenants, each in all of 30 leases.
    ['shared', 20, 30],
    // One lease with more tenants than an operation may return.
    ['crowd', 1_000, 1],
    ['plain', 100, 100],
  ] as const) {
    const groupId = await insertGroup(database.db, prefix);
    const households = prefix === 'plain' ? 100 : 1;
    await insertSharedLeases(database.db, { groupId, prefix, tenants, leases, households });
  }
  const start = (compile: string) =>
    startTestGateway({ databaseUrl: database.url, env: { GRAPHQL_MAX_COST: String(LIMIT), GRAPHQL_COMPILE: compile } });
  gateways = { on: await start('on'), off: await start('off') };
  token = await signToken({ groups: '*' });
});

afterAll(async () => {
  await Promise.all(Object.values(gateways).map((gateway) => gateway.close()));
  await database.drop();
});

interface Answer {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly errors?: readonly object[] };
}

async function ask(compile: 'on' | 'off', query: string, variables: object = {}): Promise<Answer> {
  const headers = { accept: 'application/graphql-response+json' };
  const answer = await send(`${gateways[compile].url}/graphql`, { token, headers, body: { query, variables } });
  return { status: answer.status, body: json(answer) as Answer['body'] };
}

const REFUSED: Answer = {
  status: 400,
  body: {
    errors: [
      {
        message: `The operation is too large: its answer has more than ${LIMIT} records.`,
        extensions: { code: 'MAX_COST_LIMIT', type: 'invalid_request' },
      },
    ],
  },
};

const of = (group: string) => `lease: {group: {identifier: "${group}"}}`;
const SHARED = 'leasesForTenant(tenant: {identifier: "shared-1"}';
const CROWD = 'leasesForTenant(tenant: {identifier: "crowd-1"})';

/** An operation with `$n`, what it returns for each, and the largest `$n` whose records are within the limit. */
const COUNTED: readonly (readonly [string, string, number])[] = [
  ['tenants of leases: n × (1 + 20)', `query ($n: Int!) { ${SHARED}, first: $n) { nodes { tenants { id } } } }`, 23],
  [
    'by a fragment',
    `query ($n: Int!) { ${SHARED}, first: $n) { ...C } } fragment C on LeaseConnection { nodes { ... on Node { ...L } } }
     fragment L on Lease { tenants { id } }`,
    23,
  ],
  [
    'a record twice, as a node and as that of an edge: n × (1 + 1 + 20)',
    `query ($n: Int!) { ${SHARED}, first: $n) { nodes { id } edges { node { tenants { id } } } } }`,
    22,
  ],
  [
    'the cursor of an edge under three names: n × (3 + 20)',
    `query ($n: Int!) { ${SHARED}, first: $n) { edges { a: cursor b: cursor c: cursor node { tenants { id } } } } }`,
    21,
  ],
  [
    'the same field of a tenant under three names: n × (1 + 3 × 20)',
    `query ($n: Int!) { ${SHARED}, first: $n) { nodes { tenants { a: group { id } b: group { id } c: group { id } } } } }`,
    8,
  ],
  [
    'leases that stand beneath several tenants and are read once: n + n × 2 × (1 + 20)',
    `query ($n: Int!) { tenantsByLease(${of('shared')}, first: $n) { nodes { leases(first: 2) { nodes { tenants { id } } } } } }`,
    11,
  ],
  [
    'a page without records, as five: n + n × 20 × (1 + 5)',
    `query ($n: Int!) { ${SHARED}, first: $n) { nodes { tenants { leases(first: 0) { pageInfo { endCursor } } } } } }`,
    4,
  ],
  [
    'exactly the limit: 23 × (1 + 20) + n',
    `query ($n: Int!) { ${SHARED}, first: 23) { nodes { tenants { id } } } tenantsByLease(${of('plain')}, first: $n) { nodes { id } } }`,
    17,
  ],
];

describe.each(['on', 'off'] as const)('GRAPHQL_COMPILE=%s', (compile) => {
  /** By the third time an operation is compiled. */
  const times = compile === 'on' ? [1, 2, 3] : [1];

  it.each(COUNTED)('%s', async (_name, query, most) => {
    for (const time of times) {
      const within = await ask(compile, query, { n: most });
      expect([time, within.status, within.body.errors]).toEqual([time, 200, undefined]);
      expect([time, await ask(compile, query, { n: most + 1 })]).toEqual([time, REFUSED]);
    }
  });

  it('counts no record of the next page', async () => {
    // 19 × (1 + 25) = 494. Each tenant has 30 leases.
    const query = `{ tenantsByLease(${of('shared')}, first: 19) { nodes { leases(first: 25) { nodes { id } } } } }`;
    for (const time of times) expect([time, (await ask(compile, query)).status]).toEqual([time, 200]);
  });

  it('returns nothing of an operation if one part of it is too large', async () => {
    const small = `tenantsByLease(${of('plain')}, first: 1) { nodes { id } }`;
    const id = Buffer.from(`lease:${await leaseId('crowd-1')}`).toString('base64url');
    for (const query of [
      // A page of one, because each lookup after the first has a cost of its own.
      `{ ${small} ${CROWD.replace(')', ', first: 1)')} { nodes { tenants { id } } } }`,
      `{ ${small} node(id: "${id}") { ... on Lease { tenants { id } } } }`,
      `{ ${small} nodes(ids: ["${id}"]) { id ... on Lease { tenants { id } } } }`,
    ]) {
      for (const time of times) expect([time, await ask(compile, query)]).toEqual([time, REFUSED]);
    }
  });

  const rowsOf = async (query: string) => {
    const before = await rowsRead(compile);
    await ask(compile, query);
    return (await rowsRead(compile)) - before;
  };

  it('reads at most one tenant more than it may return, once the lease is found', async () => {
    const [shown, refused] = [`{ ${CROWD} { nodes { id } } }`, `{ ${CROWD} { nodes { tenants { id } } } }`];
    // The groups of the token are looked up once.
    await rowsOf(shown);
    // The statement for the page stops after four rows for each lease that it may have. The next one finds the lease alone.
    const finding = 4 * 101 + 1;
    // A row for each tenant of the lease.
    const reading = LIMIT + 2;
    expect((await rowsOf(refused)) - (await rowsOf(shown))).toBe(finding + reading - 1);
  });

  it('reads few rows for each further lookup that it refuses', async () => {
    const lookups = Array.from({ length: 2 }, (_, nth) => `a${nth}: ${CROWD.replace(')', ', first: 1)')}`);
    const query = `{ ${lookups.map((lookup) => `${lookup} { nodes { tenants { id } } }`).join(' ')} }`;
    await ask(compile, `{ ${CROWD} { nodes { id } } }`);
    const rows = await rowsOf(query);
    expect(rows).toBeGreaterThan(LIMIT);
    expect(rows).toBeLessThan(LIMIT + 2 * 12);
  });
});

async function rowsRead(compile: 'on' | 'off'): Promise<number> {
  const text = await (await fetch(`${gateways[compile].adminUrl}/metrics`)).text();
  return Number(/^leasegate_database_rows_total (\d+)/m.exec(text)![1]);
}

async function leaseId(identifier: string): Promise<number> {
  const { id } = await database.db
    .selectFrom('leases')
    .select('id')
    .where('identifier', '=', identifier)
    .executeTakeFirstOrThrow();
  return id;
}
