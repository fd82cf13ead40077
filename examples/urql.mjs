// Every lease of the tenants with an e-mail address, and every tenant that the token may see, by urql:
// npm install --no-save @urql/core
// LEASEGATE_TOKEN=… node examples/urql.mjs http://127.0.0.1:4000/graphql ada@example.com

import { Client, fetchExchange, gql } from '@urql/core';

const [url, emailAddress] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.LEASEGATE_TOKEN}` };
const client = new Client({ url, exchanges: [fetchExchange], fetchOptions: { headers } });

const LEASES = gql`
  query Leases($emailAddress: String!, $after: String) {
    records: leasesForTenant(tenant: { emailAddress: $emailAddress }, after: $after) {
      nodes {
        identifier
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
    records: tenantsByLease(after: $after) {
      nodes {
        identifier
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** Yields each record of a connection; a page is asked for when the one before it is used up. */
async function* recordsOf(query, variables = {}) {
  let after = null;
  do {
    const { data, error } = await client.query(query, { ...variables, after }).toPromise();
    if (error) throw error;
    yield* data.records.nodes;
    after = data.records.pageInfo.hasNextPage ? data.records.pageInfo.endCursor : undefined;
  } while (after !== undefined);
}

for await (const { identifier } of recordsOf(LEASES, { emailAddress })) console.log('lease', identifier);
for await (const { identifier } of recordsOf(TENANTS)) console.log('tenant', identifier);
