import { answers } from './answers';
import * as schemas from './generated/orval-zod';

export async function ask(baseUrl: string, token: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const post = async (path: string, body: object): Promise<unknown> =>
    (await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const byEmailAddress = schemas.FindLeasesForTenantBody.parse({ email_address: 'ada@example.com' });
  const leases = schemas.FindLeasesForTenantResponse.parse(await post('/leases/find-for-tenant/', byEmailAddress));

  const inLeeds = schemas.FindTenantsBody.parse({ address: { city: 'Leeds' }, 'after-id': 1 });
  const tenants = schemas.FindTenantsResponse.parse(await post('/leases/tenants/', inLeeds));
  return answers(leases, tenants);
}
