import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';

import { graphql } from './gql';

const LEASES = graphql(`
  query LeasesByApollo($email: String!) {
    leasesForTenant(tenant: { emailAddress: $email }) {
      nodes {
        identifier
        startDate
      }
    }
  }
`);

export async function ask(url: string, token: string) {
  const link = new HttpLink({ uri: `${url}/graphql`, headers: { authorization: `Bearer ${token}` } });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const { data } = await client.query({ query: LEASES, variables: { email: 'ada@example.com' } });
  return data?.leasesForTenant.nodes ?? [];
}
