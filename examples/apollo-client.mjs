// Every lease of the tenants with an e-mail address, and every tenant that the token may see, by Apollo Client, whose cache joins the pages:
// npm install --no-save @apollo/client rxjs
// LEASEGATE_TOKEN=… node examples/apollo-client.mjs http://127.0.0.1:4000/graphql ada@example.com

import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

const [uri, emailAddress] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.LEASEGATE_TOKEN}` };
const client = new ApolloClient({
  link: new HttpLink({ uri, headers }),
  cache: new InMemoryCache({
    typePolicies: {
      // The arguments that say which connection it is; those that say which page of it are left out.
      Query: {
        fields: {
          leasesForTenant: relayStylePagination(['tenant', 'active', 'activeOn']),
          tenantsByLease: relayStylePagination(['lease']),
        },
      },
    },
  }),
});

const LEASES = gql`
  query Leases($emailAddress: String!, $after: String) {
    leasesForTenant(tenant: { emailAddress: $emailAddress }, after: $after) {
      edges {
        cursor
        node {
          id
          identifier
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const TENANTS = gql`
  query Tenants($after: String) {
    tenantsByLease(after: $after) {
      edges {
        cursor
        node {
          id
          identifier
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** All records of the connection `field`, once the cache holds its last page. */
async function recordsOf(field, query, variables = {}) {
  let page = await client.query({ query, variables });
  while (page.data[field].pageInfo.hasNextPage) {
    const { endCursor } = page.data[field].pageInfo;
    await client.query({ query, variables: { ...variables, after: endCursor }, fetchPolicy: 'network-only' });
    page = await client.query({ query, variables, fetchPolicy: 'cache-only' });
  }
  return page.data[field].edges.map(({ node }) => node);
}

for (const { identifier } of await recordsOf('leasesForTenant', LEASES, { emailAddress })) {
  console.log('lease', identifier);
}
for (const { identifier } of await recordsOf('tenantsByLease', TENANTS)) console.log('tenant', identifier);
