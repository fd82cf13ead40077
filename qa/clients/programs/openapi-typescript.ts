import createClient from 'openapi-fetch';

import { answers } from './answers';
import type { paths } from './generated/openapi-typescript';

export async function ask(baseUrl: string, token: string) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
  const leases = await client.POST('/leases/find-for-tenant/', { body: { email_address: 'ada@example.com' } });
  if (leases.error) throw new Error(leases.error.error.message);

  const tenants = await client.POST('/leases/tenants/', { body: { address: { city: 'Leeds' }, 'after-id': 1 } });
  if (tenants.error) throw new Error(tenants.error.error.message);
  return answers(leases.data, tenants.data);
}
