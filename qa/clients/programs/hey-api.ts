import { answers } from './answers';
import { findLeasesForTenant, findTenants } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';

export async function ask(baseUrl: string, token: string) {
  client.setConfig({ baseUrl, auth: token });
  const leases = await findLeasesForTenant({ body: { email_address: 'ada@example.com' }, throwOnError: true });

  const body = { address: { city: 'Leeds' }, 'after-id': 1 };
  const tenants = await findTenants({ body, throwOnError: true });
  return answers(leases.data, tenants.data);
}
