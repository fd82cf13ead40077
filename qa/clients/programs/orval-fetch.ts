import { answers } from './answers';
import { findLeasesForTenant, findTenants } from './generated/orval-fetch';

export async function ask(_baseUrl: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const leases = await findLeasesForTenant({ email_address: 'ada@example.com' }, { headers });
  if (leases.status !== 200) throw new Error(leases.data.error.message);

  const tenants = await findTenants({ address: { city: 'Leeds' }, 'after-id': 1 }, { headers });
  if (tenants.status !== 200) throw new Error(tenants.data.error.message);
  return answers(leases.data, tenants.data);
}
