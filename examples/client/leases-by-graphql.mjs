// The same over GraphQL: node examples/client/leases-by-graphql.mjs ada@example.com
import { createClient, LeasesForTenant } from 'leasegate/client';

const leasegate = createClient({ url: process.env.LEASEGATE_URL, token: process.env.TOKEN });
const tenant = { emailAddress: process.argv[2] };

for await (const { nodes } of leasegate.graphqlPages(LeasesForTenant, { tenant }, (data) => data.leasesForTenant)) {
  for (const { identifier, startDate, rent } of nodes) console.log(identifier, startDate, rent);
}
