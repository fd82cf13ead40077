/** Who may use `/mcp`, and what is left of a request that may not. */

import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';

import { KeptTrail } from '../audit/kept-trail';
import { json, send, type Sending } from '../http/client';
import { exchange } from '../http/raw';
import { gatewayForAllTests, startTestGateway } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken } from '../support/tokens';

const PUBLIC = 'https://leases.example:9443/api';
const ISSUER = 'https://login.example/';

const trail = new KeptTrail();
const shared = gatewayForAllTests({
  ...{ MCP: 'on', CORS_ORIGINS: 'https://desk.example', PUBLIC_URL: PUBLIC },
  ...{ AUTH_JWT_ISSUER: ISSUER, AUTH_JWT_AUDIENCE: 'leasegate, other name' },
  ...trail.env,
});
let token: string;

beforeAll(async () => {
  const { db } = shared.database;
  await insertTenantsWithLeases(db, await insertGroup(db, 'acme'), 'acme', 3);
  token = await signToken({ groups: '*', claims: { iss: ISSUER } });
});
afterAll(() => trail.remove());

const call = (name: string, criteria: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: criteria },
});
const CALL = call('find_tenants_of_leases', { group_id: 'acme' });
const ACCEPT = { Accept: 'application/json, text/event-stream' };

const ask = ({ headers, ...sending }: Sending = {}) =>
  send(`${shared.gateway.url}/mcp`, { token, body: CALL, ...sending, headers: { ...ACCEPT, ...headers } });

/** What only a raw request can leave out. */
function rawly(lines: readonly string[], message: object = CALL) {
  const body = JSON.stringify(message);
  const head = [
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json; charset="UTF-8"',
    'Connection: close',
  ];
  const all = ['POST /api/mcp HTTP/1.1', ...lines, ...head, `Content-Length: ${body.length}`, '', body];
  return exchange(shared.gateway.url, [all.join('\r\n')]);
}

test('without MCP there is no such path', async () => {
  const plain = await startTestGateway({ databaseUrl: shared.database.url });
  for (const path of ['/mcp', '/.well-known/oauth-protected-resource'])
    expect((await send(plain.url + path, { token, body: CALL })).status).toBe(404);
  await plain.close();
});

const METADATA = `${PUBLIC}/.well-known/oauth-protected-resource`;

test.each([
  ['no token', undefined, 'missing_authorization', 'Bearer realm="leasegate"'],
  ['a false one', { secret: 'x'.repeat(32) }, 'invalid_authorization', /error="invalid_token"/],
  ['an expired one', { expiresIn: -60 }, 'expired_token', /error="invalid_token"/],
])('%s: 401, and where to obtain one', async (_title, options, type, challenge) => {
  const refused = options && (await signToken({ groups: '*', claims: { iss: ISSUER }, ...options }));
  const answer = await ask({ token: refused });
  expect(answer.status).toBe(401);
  expect(json(answer)).toEqual({ error: { type, message: expect.any(String) } });
  expect(answer.headers.get('www-authenticate')).toMatch(challenge);
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(new Response(null, answer));
  expect([resourceMetadataUrl?.href, scope]).toEqual([METADATA, 'openid']);
});

test.each(['', '/mcp'])('the metadata names the resource and its authorization server: %s', async (end) => {
  const answer = await send(`${shared.gateway.url}/.well-known/oauth-protected-resource${end}`, { method: 'GET' });
  expect(json(answer)).toEqual({
    resource: `${PUBLIC}/mcp`,
    resource_name: 'Leasegate',
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid'],
    authorization_servers: [ISSUER],
  });
});

test('a token must be for an audience of the settings or for the resource', async () => {
  const statusFor = async (aud: unknown) =>
    (await ask({ token: await signToken({ groups: '*', claims: { iss: ISSUER, aud } }) })).status;
  for (const aud of ['leasegate', 'other name', `${PUBLIC}/mcp`, ['account', `${PUBLIC}/mcp`]])
    expect(await statusFor(aud)).toBe(200);
  for (const aud of ['leasegate, other name', PUBLIC, 'account', undefined]) expect(await statusFor(aud)).toBe(401);
});

test.each([
  ['https://desk.example', 200],
  ['https://leases.example:9443', 200],
  ['https://leases.example', 403],
  ['http://localhost:6274', 200],
  ['https://evil.example', 403],
  ['null', 403],
])('a page of %s: %d', async (origin, status) => {
  const answer = await ask({ headers: { Origin: origin } });
  expect(answer.status).toBe(status);
  if (status === 403) expect(json(answer)).toMatchObject({ error: { type: 'foreign_request' } });
});

test.each([
  ['leases.example', 200],
  ['evil.example', 403],
  ['evil.example@localhost', 403],
  ['localhost/"x', 403],
])('a request for the host %s: %d', async (host, status) => {
  const answers = await rawly([`Host: ${host}`]);
  expect(answers.map((answer) => answer.status)).toEqual([status]);
});

test.each([
  ['GET', { method: 'GET', body: undefined }, 405],
  ['1 MB', { body: { ...CALL, more: 'x'.repeat(1 << 20) } }, 413],
  ['a batch', { body: [CALL, CALL] }, 400],
  ['no message of the protocol', { body: { a: 1 } }, 400],
  ['text', { body: 'text', headers: { 'Content-Type': 'text/plain' } }, 415],
])('%s is refused', async (_title, sending, status) => {
  expect((await ask(sending)).status).toBe(status);
});

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const EVENTS = 'text/event-stream';
const JSON_TYPE = 'application/json';

const FOR_JSON = [undefined, '', '*/*', 'application/*', JSON_TYPE, `${EVENTS};q=0.9, ${JSON_TYPE}`, 'text/html'];
const FOR_EVENTS = [EVENTS, 'Text/*', `${JSON_TYPE};q=0.5, ${EVENTS}`, `${JSON_TYPE};q=0, */*`];

test.each([
  ...FOR_JSON.map((accept) => [accept, JSON_TYPE] as const),
  ...FOR_EVENTS.map((accept) => [accept, EVENTS] as const),
])('Accept %j is answered with %s, in both versions of the protocol', async (accept, type) => {
  const lines = ['Host: localhost', ...(accept === undefined ? [] : [`Accept: ${accept}`])];
  const version = [`MCP-Protocol-Version: ${VERSION}`, 'Mcp-Method: tools/call', `Mcp-Name: ${CALL.params.name}`];
  const modern = { ...CALL, params: { ...CALL.params, _meta: META } };
  for (const [answer] of [await rawly(lines), await rawly([...lines, ...version], modern)]) {
    expect(answer?.head).toMatch(new RegExp(`^HTTP/1.1 200 [^]*^content-type: ${type}$`, 'im'));
    const [, message = ''] = (type === EVENTS ? /^event: message\ndata: (.*)\n\n$/ : /^(.*)$/).exec(answer!.body) ?? [];
    expect(JSON.parse(message)).toMatchObject({ id: 1, result: { structuredContent: { last_id: -1 } } });
  }
});

test('a stream of notifications is refused at once', async () => {
  const method = 'subscriptions/listen';
  const body = { jsonrpc: '2.0', id: 1, method, params: { notifications: { toolsListChanged: true }, _meta: META } };
  const answer = await ask({ body, headers: { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': method } });
  expect(json(answer)).toMatchObject({ error: { message: 'Subscription limit reached' } });
});

test('200 calls at once are answered, each with its own records', async () => {
  const calls = Array.from({ length: 200 }, (_, index) => `acme-${(index % 3) + 1}`);
  const answers = await Promise.all(
    calls.map(async (identifier) => (await ask({ body: call('find_leases_of_tenant', { identifier }) })).text),
  );
  answers.forEach((text, index) => {
    for (const other of ['acme-1', 'acme-2', 'acme-3'])
      expect(text.includes(`"identifier\\":\\"${other}\\"`)).toBe(other === calls[index]);
  });
});

test('audit trail and metrics name the transport and the lookup', async () => {
  await trail.since(shared.gateway.url);
  await ask();
  await ask({ body: call('find_leases_of_tenant', {}) });
  await ask({ body: [] });
  await ask({ body: call('drop_table', {}) });
  await ask({ body: { ...CALL, params: { name: CALL.params.name, arguments: [] } } });
  const lines = await trail.since(shared.gateway.url);
  expect(
    lines.map(({ transport, operation, outcome, filters }) => ({ transport, operation, outcome, filters })),
  ).toEqual([
    { transport: 'mcp', operation: 'tenantsByLease', outcome: 'ok', filters: ['group_id'] },
    { transport: 'mcp', operation: 'leasesForTenant', outcome: 'no_tenant_information', filters: [] },
    ...Array(3).fill({ transport: 'mcp', operation: null, outcome: 'invalid_request', filters: [] }),
  ]);
  expect(lines.map(({ ms }) => ms)).not.toContain(0);
  const { text } = await send(`${shared.gateway.adminUrl}/metrics`, { method: 'GET' });
  expect(text).toMatch(/requests_total\{transport="mcp",operation="tenantsByLease",status="200",type="none"\} \d+/);
  expect(text).toMatch(
    /requests_total\{transport="mcp",operation="leasesForTenant",status="200",type="no_tenant_information"\} 1/,
  );
});
