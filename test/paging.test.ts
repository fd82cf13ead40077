/** Every sequence of pages is complete, in order and without repeats (decisions 1 to 4), on both transports and in both directions. */

import type { Answer } from './http/client';
import { Client, type GraphqlResult } from './oracle/compare/client';
import type { Operation } from './oracle/answer';
import type { Asker } from './oracle/generate/callers';
import { loadWorld } from './oracle/load';
import { leaseRow, tenantRow } from './oracle/rows';
import type { World } from './oracle/world';
import { gatewayForAllTests } from './support/gateway';

const ASKER: Asker = { subject: 'somebody', by: 'claim', sight: ['seen'] };
const GROUP = { seen: 1, hidden: 2 };
/** Paging ids of the rows that match; hidden ones and unmatched ones lie between them, and there is room for more. */
const STEP = 4;
const idsOf = (count: number): number[] => Array.from({ length: count }, (_, at) => 1 + at * STEP);

const { database, gateway } = gatewayForAllTests();
let client: Client;
beforeAll(async () => {
  client = new Client(gateway.url);
});

/** `count` leases of the tenant `hub` and `count` tenants of the lease `hub`, and as many again that the asker may not see. */
function hubs(count: number): World {
  const ids = idsOf(count);
  const hub = 1_000_000;
  const side = (group_id: number, shift: number) => ({
    tenants: [
      tenantRow(hub + shift, { identifier: `hub-${group_id}`, group_id, email_address: 'hub@example.org' }),
      ...ids.map((id) => tenantRow(id + shift, { group_id })),
    ],
    leases: [
      leaseRow(hub + shift, { identifier: `hub-${group_id}`, group_id, move_in_date: '2026-03-01' }),
      ...ids.map((id) => leaseRow(id + shift, { group_id })),
    ],
    pairs: ids.flatMap((id) => [
      { tenant_id: hub + shift, lease_id: id + shift, group_id },
      { tenant_id: id + shift, lease_id: hub + shift, group_id },
    ]),
  });
  const [seen, hidden] = [side(GROUP.seen, 0), side(GROUP.hidden, 1)];
  return {
    groups: Object.entries(GROUP).map(([identifier, id]) => ({ id, identifier, external_ref: null })),
    units: [],
    tenants: [...seen.tenants, ...hidden.tenants],
    leases: [...seen.leases, ...hidden.leases],
    pairs: [...seen.pairs, ...hidden.pairs],
  };
}

const REST_BODIES = {
  'find-for-tenant': { email_address: 'hub@example.org' },
  tenants: { min_move_in_date: '2026-03-01' },
} as const;

async function restWalk(operation: Operation, cursor: (lastId: number) => unknown): Promise<string[][]> {
  const pages: string[][] = [];
  for (let lastId = 1; lastId !== -1 && pages.length < 20;) {
    const body = { ...REST_BODIES[operation], ...(pages.length > 0 && { 'after-id': cursor(lastId) }) };
    const answer = await client.rest(ASKER, operation, JSON.stringify(body));
    const { leases, tenants, last_id } = parsed<{ leases?: Named[]; tenants?: Named[]; last_id: number }>(answer);
    if (answer.status === 404 && operation === 'tenants') break;
    expect(answer.status).toBe(200);
    expect(Number.isInteger(last_id)).toBe(true);
    pages.push(identifiers(leases ?? tenants));
    lastId = last_id;
  }
  return pages;
}

interface Named {
  readonly identifier: string;
}
interface Connection {
  readonly nodes: readonly Named[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}

const identifiers = (records: readonly Named[] = []): string[] => records.map(({ identifier }) => identifier);
const parsed = <Shape>({ text }: Answer): Shape => JSON.parse(text) as Shape;

const GRAPHQL_FIELDS = {
  'find-for-tenant': 'leasesForTenant(tenant: { emailAddress: "hub@example.org" },',
  tenants: 'tenantsByLease(lease: { minMoveInDate: "2026-03-01" },',
} as const;

async function graphqlWalk(
  operation: Operation,
  direction: 'forwards' | 'backwards',
  size: number,
): Promise<string[][]> {
  const forwards = direction === 'forwards';
  const [count, from] = forwards ? ['first', 'after'] : ['last', 'before'];
  const query = `query ($size: Int, $cursor: String) {
    connection: ${GRAPHQL_FIELDS[operation]} ${count}: $size, ${from}: $cursor) {
      nodes { identifier } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
  const pages: string[][] = [];
  let cursor: string | null = null;
  for (let more = true; more && pages.length < 60;) {
    const { data, errors } = parsed<GraphqlResult>(await client.graphql(ASKER, query, { size, cursor }));
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data?.connection as Connection;
    pages.push(identifiers(nodes));
    expect(forwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage).toBe(pages.length > 1);
    more = forwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    cursor = forwards ? pageInfo.endCursor : pageInfo.startCursor;
  }
  return forwards ? pages : pages.reverse();
}

const prefix = { 'find-for-tenant': 'l', tenants: 't' } as const;
const OPERATIONS = ['find-for-tenant', 'tenants'] as const;

describe.each([0, 1, 100, 101, 201])('%i matches', (count) => {
  beforeAll(() => loadWorld(database.db, hubs(count)));

  describe.each(OPERATIONS)('%s', (operation) => {
    const expected = idsOf(count).map((id) => `${prefix[operation]}${id}`);

    test.each([
      ['an integer', (lastId: number) => lastId],
      ['a string', (lastId: number) => String(lastId)],
    ])('REST, `last_id` handed back as %s', async (_, cursor) => {
      const pages = await restWalk(operation, cursor);
      expect(pages.flat()).toEqual(expected);
      const empty = operation === 'tenants' ? 0 : 1;
      expect(pages).toHaveLength(count === 0 ? empty : Math.ceil(count / 100));
    });

    test.each([
      ['forwards', 17],
      ['forwards', 100],
      ['backwards', 33],
      ['backwards', 100],
    ] as const)('GraphQL %s, %i at a time', async (direction, size) => {
      const pages = await graphqlWalk(operation, direction, size);
      expect(pages.flat()).toEqual(expected);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(count / size)));
    });
  });
});
