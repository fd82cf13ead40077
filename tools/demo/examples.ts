/** The requests of the demo. They find records. */

import { type ExampleRequest, send } from './curl';
import type { TokenSigner } from './tokens';

export interface DemoTokens {
  readonly allGroups: string;
  readonly oneGroup: string;
  readonly expired: string;
}

export interface Examples {
  readonly tokens: DemoTokens;
  /** The identifier of the only group that the second token gives access to. */
  readonly group: string;
  /** Starts with one request for REST and one for GraphQL. */
  readonly requests: readonly ExampleRequest[];
  /** The start page. The fragment, which browsers never send, has the first token and values that find records. */
  readonly pageUrl: string;
}

interface Candidate {
  readonly emailAddress: string | null;
  readonly group: { readonly identifier: string };
  readonly active: { readonly nodes: readonly { readonly address: { readonly city: string | null } | null }[] };
  readonly leases: { readonly nodes: readonly unknown[] };
}

/** Looks up a tenant through the gateway, then creates the tokens and the requests. */
export async function makeExamples(url: string, signer: TokenSigner): Promise<Examples> {
  const allGroups = await signer.valid('*');
  const { emailAddress, group, active } = await findTenant(url, allGroups);
  const city = active.nodes[0]?.address?.city;
  const tokens = { allGroups, oneGroup: await signer.valid([group.identifier]), expired: await signer.expired() };

  const forTenant = { url: `${url}/leases/find-for-tenant/`, body: { email_address: emailAddress, active: true } };
  const requests: ExampleRequest[] = [
    { title: 'REST: the active leases of one tenant', token: tokens.allGroups, ...forTenant },
    {
      title: 'GraphQL: the active leases of one tenant',
      url: `${url}/graphql`,
      token: tokens.allGroups,
      body: {
        query:
          'query ($email: String!) { leasesForTenant(tenant: { emailAddress: $email }, active: true) { totalCount nodes { identifier startDate endDate rent unitNumber address { addressLine1 city } tenants { firstName lastName } } pageInfo { hasNextPage endCursor } } }',
        variables: { email: emailAddress },
      },
    },
    {
      title: `REST: the tenants of leases in one city, with a token for ${group.identifier} only`,
      url: `${url}/leases/tenants/`,
      token: tokens.oneGroup,
      body: { address: { city } },
    },
    { title: 'REST: the first request with an expired token', token: tokens.expired, ...forTenant },
    {
      title: `GraphQL: the tenants of leases in one city, with a token for ${group.identifier} only`,
      url: `${url}/graphql`,
      token: tokens.oneGroup,
      body: {
        query:
          'query ($city: String!) { tenantsByLease(lease: { address: { city: $city } }, first: 10) { totalCount nodes { identifier firstName lastName emailAddress group { identifier } } pageInfo { hasNextPage endCursor } } }',
        variables: { city },
      },
    },
  ];
  const fragment = new URLSearchParams({ token: tokens.allGroups, email: emailAddress ?? '', city: city ?? '' });
  return { tokens, group: group.identifier, requests, pageUrl: `${url}/#${fragment.toString()}` };
}

/** Of the first tenants with an e-mail address of their own and an active lease in a known city, one with the most leases. */
async function findTenant(url: string, token: string): Promise<Candidate> {
  const query =
    '{ tenantsByLease { nodes { emailAddress group { identifier } active: leases(active: true, first: 1) { nodes { address { city } } } leases(first: 5) { nodes { __typename } } } } }';
  const { body } = await send({ title: '', url: `${url}/graphql`, token, body: { query } });
  const { data } = body as { data?: { tenantsByLease: { nodes: Candidate[] } } };
  const nodes = data?.tenantsByLease.nodes ?? [];
  const [found] = nodes
    .filter(({ emailAddress, active }) => emailAddress !== null && active.nodes[0]?.address?.city)
    .filter(({ emailAddress }) => nodes.filter((other) => other.emailAddress === emailAddress).length === 1)
    .sort((one, other) => other.leases.nodes.length - one.leases.nodes.length);
  if (found === undefined) throw new Error(`No tenant for the examples was found: ${JSON.stringify(body)}`);
  return found;
}
