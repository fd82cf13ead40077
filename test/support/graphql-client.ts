import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse, print, separateOperations } from 'graphql';

const TEXTS = ['test/graphql/operations/lookups.graphql', 'client/records.graphql'].map((file) =>
  readFileSync(join(__dirname, '..', '..', file), 'utf8'),
);
const OPERATIONS = separateOperations(parse(TEXTS.join('\n')));

interface Identified {
  readonly id: string;
  readonly identifier: string;
}

interface Lease extends Identified {
  readonly tenants: readonly Identified[];
}

interface Connection<Node, Listed = { readonly identifier: string }> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly nodes: readonly Listed[];
  readonly pageInfo: { readonly [Name in `has${'Next' | 'Previous'}Page`]: boolean } & { readonly endCursor: string };
  readonly totalCount: number | null;
}

/** The data of each operation, as far as tests look into it. */
interface Data {
  readonly LeasesForTenant: { readonly leasesForTenant: Connection<Lease> };
  readonly TenantsByLease: { readonly tenantsByLease: Connection<Identified> };
  readonly TenantsWithLeases: {
    readonly tenantsByLease: Connection<never, { readonly identifier: string; readonly leases: Connection<never> }>;
  };
  readonly Viewer: { readonly viewer: { readonly groups: Connection<never, Identified> } };
  readonly Nodes: { readonly nodes: readonly unknown[] };
  readonly Node: { readonly node: unknown };
}

export interface GraphQLAnswer<Answered> {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Answered | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string; readonly type: string };
  }[];
}

/** Sends operations to one gateway as one caller. */
export function graphqlClient(url: string, token: string | undefined) {
  async function send<Answered>(body: object, headers: Record<string, string> = {}): Promise<GraphQLAnswer<Answered>> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const { data, errors } = (await response.json()) as Pick<GraphQLAnswer<Answered>, 'data' | 'errors'>;
    return { status: response.status, headers: response.headers, data, errors };
  }

  return {
    send,
    /** The data of an operation that must succeed. */
    async ask<Name extends keyof Data>(name: Name, variables: object): Promise<Data[Name]> {
      const { data, errors } = await send<Data[Name]>({ query: print(OPERATIONS[name]!), variables });
      if (errors !== undefined || !data) throw new Error(JSON.stringify(errors));
      return data;
    },
    /** The errors of an operation that must fail. */
    async refused(name: keyof Data, variables: object) {
      const { errors } = await send({ query: print(OPERATIONS[name]!), variables });
      return errors?.map(({ extensions }) => extensions);
    },
  };
}
