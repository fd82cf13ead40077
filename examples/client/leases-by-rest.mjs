// All leases of a tenant, page by page, over REST: node examples/client/leases-by-rest.mjs ada@example.com
import { createClient } from 'leasegate/client';

const leasegate = createClient({ url: process.env.LEASEGATE_URL, token: process.env.TOKEN });

for await (const { leases } of leasegate.leasePages({ email_address: process.argv[2] })) {
  for (const { identifier, start_date, rent } of leases) console.log(identifier, start_date, rent);
}
