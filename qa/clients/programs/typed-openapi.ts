import { answers } from './answers';
import { createApiClient } from './generated/typed-openapi';

export async function ask(baseUrl: string, token: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const client = createApiClient(
    { fetch: ({ method, url, parameters }) => fetch(url, { method, headers, body: JSON.stringify(parameters?.body) }) },
    baseUrl,
  );
  const leases = await client.post('/leases/find-for-tenant/', { body: { email_address: 'ada@example.com' } });

  const tenants = await client.post('/leases/tenants/', { body: { address: { city: 'Leeds' }, 'after-id': 1 } });
  return answers(leases, tenants);
}
