// Who lives in a city, and which groups the token sees, with a deadline, retries and errors told apart. Run it compiled, with a city.
import { type ClientOptions, createClient, LeasegateError, type Tenant, Viewer } from 'leasegate/client';

const options: ClientOptions = {
  url: process.env.LEASEGATE_URL ?? 'http://127.0.0.1:4000',
  // Asked before every request, and once more when the gateway calls the token expired.
  token: async ({ renew }) => (renew ? Promise.reject(new Error('Log in again.')) : (process.env.TOKEN ?? '')),
  retry: { times: 3, upToSeconds: 10 },
};
const leasegate = createClient(options);
const call = { signal: AbortSignal.timeout(30_000) };
const nameOf = ({ first_name, last_name }: Tenant): string => `${first_name ?? '?'} ${last_name ?? '?'}`;

async function main(city: string): Promise<void> {
  const { viewer } = await leasegate.graphql(Viewer, {}, call);
  console.log(viewer.groups.nodes.map(({ identifier }) => identifier).join());
  for await (const { tenants } of leasegate.tenantPages({ address: { city } }, call)) {
    console.log(tenants.map(nameOf).join('\n'));
  }
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  if (!(error instanceof LeasegateError)) throw error;
  console.error(error.type === 'invalid_request' ? error.message : `${error.type} (request ${error.requestId})`);
  process.exitCode = 1;
});
