/** A client for REST, with the contract's names, and for GraphQL, with typed documents. */

import { LeasegateError } from './errors.ts';
import type { FindForTenant, FindTenants, Leases, Tenants } from './generated/rest.ts';
import { type CallOptions, type ClientOptions, sender } from './send.ts';
import type { TypedDocument } from './typed-document.ts';

/** What a GraphQL list must select so that its pages can be fetched. */
export interface Connection {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Every function throws {@link LeasegateError} for an answer that is an error. */
export interface Client {
  /** One page of the leases of a tenant (REST). */
  findLeases(criteria: FindForTenant, call?: CallOptions): Promise<Leases>;
  /** All pages, starting at `after-id`. */
  leasePages(criteria: FindForTenant, call?: CallOptions): AsyncGenerator<Leases, void, undefined>;
  /** One page of the tenants of leases (REST). An empty page is the error `not_found`. */
  findTenants(criteria: FindTenants, call?: CallOptions): Promise<Tenants>;
  /** All pages, starting at `after-id`; none when nothing matches. */
  tenantPages(criteria: FindTenants, call?: CallOptions): AsyncGenerator<Tenants, void, undefined>;
  /** The data of a GraphQL operation. Throws when the answer has any error; the error then has the `data`. */
  graphql<Data = unknown, Variables = Readonly<Record<string, unknown>>>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    call?: CallOptions,
  ): Promise<Data>;
  /** All pages of the list that `connection` selects from the data. The operation must take the variable `after`. */
  graphqlPages<Data, Variables extends { readonly after?: string | null | undefined }, Page extends Connection>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    connection: (data: Data) => Page,
    call?: CallOptions,
  ): AsyncGenerator<Page, void, undefined>;
}

/** Sends nothing until a function of the client is called. */
export function createClient(options: ClientOptions): Client {
  const send = sender(options);
  const named = (document: TypedDocument<unknown, never>) => {
    const documentId = options.documentIds ? document.__meta__?.hash : undefined;
    return documentId === undefined ? { query: document.toString() } : { documentId };
  };
  const findLeases: Client['findLeases'] = async (criteria, call) =>
    (await send('/leases/find-for-tenant/', criteria, call)) as Leases;
  const findTenants: Client['findTenants'] = async (criteria, call) =>
    (await send('/leases/tenants/', criteria, call)) as Tenants;
  const graphql: Client['graphql'] = async <Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    call?: CallOptions,
  ) => ((await send('/graphql', { ...named(document), variables }, call)) as { data: Data }).data;

  return {
    findLeases,
    leasePages: (criteria, call) => pages((after) => findLeases({ ...criteria, ...after }, call)),
    findTenants,
    async *tenantPages(criteria, call) {
      try {
        yield* pages((after) => findTenants({ ...criteria, ...after }, call));
      } catch (error) {
        // In the contract, this error is an empty page.
        if (!(error instanceof LeasegateError && error.type === 'not_found')) throw error;
      }
    },
    graphql,
    async *graphqlPages(document, variables, connection, call) {
      for (let asked = variables; ;) {
        const page = connection(await graphql(document, asked, call));
        yield page;
        const { hasNextPage, endCursor } = page.pageInfo;
        // A page of `first: 0` has no cursor.
        if (!hasNextPage || endCursor === null) return;
        asked = { ...variables, after: endCursor };
      }
    },
  };
}

/** Fetches pages until `last_id` is -1 (contract section 8). */
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
