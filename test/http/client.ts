import { signToken } from '../support/tokens';

export const LEASES = '/leases/find-for-tenant/';
export const TENANTS = '/leases/tenants/';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes go as they are, all else as JSON. */
  readonly body?: unknown;
}

export async function send(url: string, { method = 'POST', token, headers, body }: Sending = {}): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Both lookups as a caller with this token sees them: the leases' identifiers, and the tenants'. */
export async function seenWith(url: string, token: string, tenants: readonly string[]) {
  const seen = { leases: [] as string[], tenants: [] as string[] };
  for (const identifier of tenants) {
    const { leases } = json(await send(url + LEASES, { token, body: { identifier } })) as Listed<'leases'>;
    seen.leases.push(...leases.map((lease) => lease.identifier));
  }
  const answer = await send(url + TENANTS, { token, body: {} });
  if (answer.status === 404) return seen;
  seen.tenants.push(...(json(answer) as Listed<'tenants'>).tenants.map((tenant) => tenant.identifier));
  return seen;
}

type Listed<Name extends string> = Record<Name, { identifier: string }[]>;

export const json = ({ text }: Answer): unknown => JSON.parse(text) as unknown;

/** The `type` of an answer that is exactly the contract's envelope. */
export function errorType(answer: Answer): string {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(json(answer)).toEqual({ error: { type: expect.any(String), message: expect.any(String) } });
  return (json(answer) as { error: { type: string } }).error.type;
}

export const everyGroup = (): Promise<string> => signToken({ groups: '*' });

/** The same lookup over GraphQL: the leases of the tenant `identifier`. */
export function sendGraphQL(url: string, sending: Sending & { identifier?: string } = {}): Promise<Answer> {
  const { identifier = 'north-tenant', ...rest } = sending;
  const query = 'query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }';
  return send(`${url}/graphql`, { body: { query, variables: { tenant: { identifier } } }, ...rest });
}
