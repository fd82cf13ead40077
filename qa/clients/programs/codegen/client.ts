import { createClient } from 'leasegate/client';

import { graphql } from './gql';

const LEASES = graphql(`
  query LeasesByClient($email: String!) {
    leasesForTenant(tenant: { emailAddress: $email }) {
      nodes {
        identifier
        startDate
      }
    }
  }
`);

export async function ask(url: string, token: string) {
  const { leasesForTenant } = await createClient({ url, token }).graphql(LEASES, { email: 'ada@example.com' });
  return leasesForTenant.nodes;
}
