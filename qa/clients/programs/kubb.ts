import { answers } from './answers';
import { findLeasesForTenant, findTenants } from './generated/kubb';

export async function ask(baseURL: string, token: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const leases = await findLeasesForTenant({ email_address: 'ada@example.com' }, { baseURL, headers });

  const tenants = await findTenants({ address: { city: 'Leeds' }, 'after-id': 1 }, { baseURL, headers });
  return answers(leases, tenants);
}
