import { restAnswer, type RestRequest } from '../answer';
import { LEASE_FILTERS, TENANT_FILTERS } from '../filters';
import type { Asker } from '../generate/callers';
import type { Case, PageChoice } from '../generate/cases';
import { canary } from '../generate/texts';
import { type Bounds, type Connection, connection } from '../page';
import { graphqlGroup, graphqlLease, graphqlTenant } from '../records';
import { Refusal } from '../refusal';
import { visibleWorld, type World } from '../world';
import type { Client, GraphqlResult } from './client';
import { LEASE_CURSORS, LEASES_OF_TENANTS, NODE, NODES, TENANTS_BY_LEASE, VIEWER } from './documents';
import { expectSame } from './expect-same';
import { graphqlQuestion, leasesOfTenant } from './graphql-question';
import { type Edge, Registry } from './registry';
import { objectIn } from './variables';

/** Sends cases to both transports of a gateway that serves `world`, and compares every answer with the oracle. */
export class Comparison {
  /** The number of answers compared so far. */
  compared = 0;
  readonly #registry = new Registry();

  constructor(
    private readonly client: Client,
    private readonly world: World,
    private readonly today: string,
    private readonly tools: 'compared' | 'off' = 'off',
  ) {}

  /** Reads everything first, so that later cases can use ids and cursors of rows that their caller may not see. */
  async survey(everyone: Asker): Promise<void> {
    let after: string | null = null;
    do {
      const data = await this.#data(everyone, TENANTS_BY_LEASE, { after });
      const { edges, pageInfo } = data.connection as { edges: Edge[]; pageInfo: PageInfo };
      this.#registry.noteEdges(edges);
      const { nodes } = await this.#data(everyone, LEASE_CURSORS, { ids: edges.map(({ node }) => node.id) });
      for (const { leases } of nodes as { leases: { edges: Edge[] } }[]) this.#registry.noteEdges(leases.edges);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
  }

  async compare(one: Case): Promise<void> {
    await this.#compareRest(one);
    await this.#compareGraphql(one);
  }

  async compareViewer(asker: Asker): Promise<void> {
    const { groups } = visibleWorld(this.world, asker.sight);
    const data = await this.#data(asker, VIEWER, {});
    const { groups: received, ...viewer } = data.viewer as { groups: unknown };
    expect(viewer).toEqual({ subject: asker.subject, allGroups: asker.sight === 'all' });
    expectConnection(received, connection(groups, {}), graphqlGroup, this.#registry);
  }

  async #compareRest({ asker, request }: Case): Promise<void> {
    const answer = await this.client.rest(asker, request.operation, request.body);
    const received = this.#parsed(asker, request.body, answer.text) as { error?: { message: string } };
    const { status, body } = restAnswer(this.world, asker.sight, request, this.today);
    const message = received.error?.message;
    const expected = status === 200 ? body : { error: { ...(body as { error: object }).error, message } };
    expectSame({ status: answer.status, body: received }, { status, body: expected });
    if (status !== 200) expect(message).toEqual(expect.any(String));
    if (this.tools === 'compared') await this.#compareTool(asker, request, answer.text);
  }

  /** A tool answers with the text of REST. It refuses fields that REST ignores. */
  async #compareTool(asker: Asker, { operation, body }: RestRequest, restText: string): Promise<void> {
    // A tool has no empty body.
    const criteria = body === '' ? undefined : objectIn(body);
    if (criteria === undefined) return;
    const text = await this.client.tool(asker, operation, body);
    const received = this.#parsed(asker, body, text);
    const isKnown = Object.keys(criteria).every((name) => FIELD_NAMES[operation].includes(name));
    if (isKnown) return expectSame(text, restText);
    expect(received).toEqual({ error: { type: 'invalid_request', message: expect.any(String) } });
  }

  async #compareGraphql({ asker, other, request, activeOn, page, follows }: Case): Promise<void> {
    const question = graphqlQuestion(request.operation, request.body, activeOn, this.today);
    if (question === undefined) return;
    const { query, variables, typename } = question;
    const visible = visibleWorld(this.world, asker.sight);
    let listing;
    try {
      listing = question.listing(visible);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { errors, data } = await this.#result(asker, query, variables);
      expect({ type: errors?.[0]?.extensions.type, data: data ?? null }).toEqual({ type: error.type, data: null });
      return;
    }
    const render = (row: (typeof listing)[number]): object => row.render();

    const whole = await this.#data(asker, query, variables);
    expectConnection(whole.connection, connection(listing, {}), render, this.#registry);

    const known = typename === 'Lease' ? this.world.leases : this.world.tenants;
    const { bounds, ...chosen } = this.#choose(typename, known, page);
    const part = await this.#data(asker, query, { ...variables, ...chosen.variables });
    expectConnection(part.connection, connection(listing, bounds), render, this.#registry);

    if (!follows) return;
    const rows = connection(listing, bounds).rows;
    const ids = rows.flatMap(({ identifier }) => this.#registry.id(typename, identifier) ?? []);
    await this.#compareNodes(other, ids);
    if (typename === 'Tenant') await this.#leasesOf(other, ids.slice(0, 10), page, activeOn);
  }

  /** What `node` and `nodes` return for these ids, and for an id that never existed. */
  async #compareNodes(asker: Asker, ids: readonly string[]): Promise<void> {
    const visible = visibleWorld(this.world, asker.sight);
    const shown = (id: string): object | null => {
      const lease = visible.leases.find(({ identifier }) => this.#registry.id('Lease', identifier) === id);
      if (lease !== undefined) return graphqlLease(visible, lease);
      const tenant = visible.tenants.find(({ identifier }) => this.#registry.id('Tenant', identifier) === id);
      return tenant === undefined ? null : graphqlTenant(visible, tenant);
    };
    const asked = [...ids.slice(0, 20), 'no such id'] as const;
    const many = await this.#data(asker, NODES, { ids: asked });
    expectSame(this.#registry.withoutIds(many.nodes), asked.map(shown));
    const one = await this.#data(asker, NODE, { id: asked[0] });
    expectSame(this.#registry.withoutIds(one.node), shown(asked[0]));
  }

  async #leasesOf(asker: Asker, ids: readonly string[], page: PageChoice, activeOn?: string): Promise<void> {
    const visible = visibleWorld(this.world, asker.sight);
    const { bounds, variables } = this.#choose('Lease', this.world.leases, page);
    const data = await this.#data(asker, LEASES_OF_TENANTS, { ids, activeOn, ...variables });
    const received = data.nodes as ({ leases: unknown } | null)[];
    ids.forEach((id, at) => {
      const tenant = visible.tenants.find(({ identifier }) => this.#registry.id('Tenant', identifier) === id);
      if (tenant === undefined) return expect(received[at]).toBeNull();
      const leases = leasesOfTenant(visible, tenant, activeOn);
      const render = (lease: (typeof leases)[number]): object => graphqlLease(visible, lease);
      expectConnection(received[at]?.leases, connection(leases, bounds), render, this.#registry);
    });
  }

  /** Turns a choice into arguments. Its bounds are cursors of rows that the caller may not be allowed to see. */
  #choose(typename: string, rows: readonly { id: number; identifier: string }[], choice: PageChoice) {
    const known = rows.flatMap((row) => {
      const cursor = this.#registry.cursor(typename, row.identifier);
      return cursor === undefined ? [] : [{ id: row.id, cursor }];
    });
    const at = (share: number | undefined) =>
      share === undefined ? undefined : known[Math.floor(share * known.length)];
    const after = at(choice.after);
    const before = at(choice.before);
    const size = { [choice.direction]: choice.size };
    const bounds: Bounds = { ...size, after: after?.id, before: before?.id };
    return { bounds, variables: { ...size, after: after?.cursor, before: before?.cursor } };
  }

  async #data(asker: Asker, query: string, variables: object): Promise<Readonly<Record<string, unknown>>> {
    const result = await this.#result(asker, query, variables);
    expect(result.errors).toBeUndefined();
    return result.data ?? {};
  }

  async #result(asker: Asker, query: string, variables: object): Promise<GraphqlResult> {
    const answer = await this.client.graphql(asker, query, variables);
    return this.#parsed(asker, JSON.stringify(variables), answer.text) as GraphqlResult;
  }

  /** No answer contains a mark of a group that the caller may not see, unless the caller sent it. */
  #parsed({ sight }: Asker, sent: string, text: string): unknown {
    this.compared += 1;
    const hidden = this.world.groups.filter(({ identifier }) => sight !== 'all' && !sight.includes(identifier));
    const marks = hidden.map(({ id }) => canary(id)).filter((mark) => !sent.includes(mark));
    expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
    return JSON.parse(text);
  }
}

const GROUP_AND_PAGE = ['group_id', 'group_external_ref', 'after-id'];
const FIELD_NAMES = {
  'find-for-tenant': [...Object.keys(TENANT_FILTERS), 'active', ...GROUP_AND_PAGE],
  tenants: [...Object.keys(LEASE_FILTERS), 'address', ...GROUP_AND_PAGE],
};

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

interface Received {
  readonly edges: readonly Edge[];
}

interface Row {
  readonly identifier: string;
}

/** Compares a received connection, with every field of `documents.ts`, with the page of the oracle. */
function expectConnection<R extends Row>(
  received: unknown,
  expected: Connection<R>,
  render: (row: R) => object,
  registry: Registry,
): void {
  const { edges } = received as Received;
  registry.noteEdges(edges);
  expectSame(registry.withoutIds(received), {
    edges: expected.rows.map((row, at) => ({ cursor: edges[at]?.cursor, node: render(row) })),
    nodes: expected.rows.map(({ identifier }) => ({ identifier })),
    totalCount: expected.totalCount,
    pageInfo: {
      hasNextPage: expected.hasNextPage,
      hasPreviousPage: expected.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  });
}
