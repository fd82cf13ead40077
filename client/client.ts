/** Both doors of a gateway: the REST operations by the contract's names, GraphQL by typed documents. */

import { LeasegateError } from './errors.ts';
import type { FindForTenant, FindTenants, Leases, Tenants } from './generated/rest.ts';
import { type CallOptions, type ClientOptions, sender } from './send.ts';
import type { TypedDocument } from './typed-document.ts';

/** What a GraphQL list must have selected for its pages to be followed. */
export interface Connection {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Every function throws {@link LeasegateError} for an answer that is an error. */
export interface Client {
  /** One page of the leases of a tenant (REST). */
  findLeases(question: FindForTenant, call?: CallOptions): Promise<Leases>;
  /** Every page of them, from `after-id` on. */
  leasePages(question: FindForTenant, call?: CallOptions): AsyncGenerator<Leases, void, undefined>;
  /** One page of the tenants of leases (REST); a page without a tenant is the error `not_found`. */
  findTenants(question: FindTenants, call?: CallOptions): Promise<Tenants>;
  /** Every page of them, from `after-id` on; none when nothing matches. */
  tenantPages(question: FindTenants, call?: CallOptions): AsyncGenerator<Tenants, void, undefined>;
  /** The data of a GraphQL operation; throws when the answer has any error, with what else it has as `data`. */
  graphql<Data = unknown, Variables = Readonly<Record<string, unknown>>>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    call?: CallOptions,
  ): Promise<Data>;
  /** Every page of the list that `connection` finds in the data; the operation takes the variable `after`. */
  graphqlPages<Data, Variables extends { readonly after?: string | null | undefined }, Page extends Connection>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    connection: (data: Data) => Page,
    call?: CallOptions,
  ): AsyncGenerator<Page, void, undefined>;
}

/** Nothing is sent until a function of the client is called. */
export function createClient(options: ClientOptions): Client {
  const send = sender(options);
  const named = (document: TypedDocument<unknown, never>) => {
    const documentId = options.documentIds ? document.__meta__?.hash : undefined;
    return documentId === undefined ? { query: document.toString() } : { documentId };
  };
  const findLeases: Client['findLeases'] = async (question, call) =>
    (await send('/leases/find-for-tenant/', question, call)) as Leases;
  const findTenants: Client['findTenants'] = async (question, call) =>
    (await send('/leases/tenants/', question, call)) as Tenants;
  const graphql: Client['graphql'] = async <Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    call?: CallOptions,
  ) => ((await send('/graphql', { ...named(document), variables }, call)) as { data: Data }).data;

  return {
    findLeases,
    leasePages: (question, call) => pages((after) => findLeases({ ...question, ...after }, call)),
    findTenants,
    async *tenantPages(question, call) {
      try {
        yield* pages((after) => findTenants({ ...question, ...after }, call));
      } catch (error) {
        // The contract's way of saying that a page is empty.
        if (!(error instanceof LeasegateError && error.type === 'not_found')) throw error;
      }
    },
    graphql,
    async *graphqlPages(document, variables, connection, call) {
      for (let asked = variables; ;) {
        const page = connection(await graphql(document, asked, call));
        yield page;
        const { hasNextPage, endCursor } = page.pageInfo;
        // A page of `first: 0` has no cursor, whatever follows.
        if (!hasNextPage || endCursor === null) return;
        asked = { ...variables, after: endCursor };
      }
    },
  };
}

/** Pages until the `last_id` that says nothing follows (contract section 8). */
async function* pages<Page extends { readonly last_id: number }>(
  find: (after: { readonly 'after-id'?: number }) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  for (let after = {}; ;) {
    const page = await find(after);
    yield page;
    if (page.last_id === -1) return;
    after = { 'after-id': page.last_id };
  }
}
