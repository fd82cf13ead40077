import { startTestGateway, type TestGateway } from '../support/gateway';
import { errorType, everyGroup, json, LEASES, send, TENANTS } from './client';

/** Decision 26, and what every answer carries. No database is needed. */

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
});

afterAll(() => gateway.close());

test.each([LEASES, TENANTS])('decision 26: other methods on %s are 405 with Allow: POST', async (path) => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    for (const spelling of [path, path.slice(0, -1), `${path}?a=b`]) {
      const answer = await send(gateway.url + spelling, { method });
      expect([answer.status, answer.headers.get('allow'), errorType(answer)]).toEqual([
        405,
        'POST',
        'method_not_allowed',
      ]);
    }
  }
  const head = await send(gateway.url + path, { method: 'HEAD' });
  expect([head.status, head.headers.get('allow'), head.text]).toEqual([405, 'POST', '']);
});

test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('decision 26: %s /graphql is 405 with Allow', async (method) => {
  const answer = await send(`${gateway.url}/graphql`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  expect(json(answer)).toMatchObject({
    errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED', type: 'method_not_allowed' } }],
  });
});

test.each([
  '/Leases/tenants/',
  '/leases/Tenants/',
  '/leases/tenants//',
  '//leases/tenants/',
  '/leases/tenants/x',
  '/leases/tenants%2F',
  '/leases/',
  '/leases/%zz/',
  '/leases/tenants/%00',
  '/GraphQL',
  '/graphql/x',
  '/favicon.ico',
  '/livez',
  '/readyz',
  '/metrics',
  '/__proto__',
  `/${'x'.repeat(5_000)}`,
])('decision 26: %s is an unknown path, for any method', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
    const answer = await send(gateway.url + path, { method });
    expect([answer.status, errorType(answer), answer.headers.get('location')]).toEqual([404, 'unknown_endpoint', null]);
  }
});

test('every answer has its own request id, is not cacheable, and does not name the program', async () => {
  const token = await everyGroup();
  const ids = new Set<string | null>();
  for (const [path, sending] of [
    [LEASES, { token, body: { identifier: 'x' } }],
    [LEASES, { token, body: { identifier: 'x', 'after-id': -1 } }],
    [TENANTS, { method: 'GET' }],
    ['/nowhere', {}],
    ['/graphql', { token, body: { query: '{ __typename }' } }],
    ['/graphql', { body: '{' }],
  ] as const) {
    const { headers } = await send(gateway.url + path, sending);
    ids.add(headers.get('x-request-id'));
    expect(headers.get('cache-control')).toBe('no-store');
    for (const name of ['x-powered-by', 'server', 'etag', 'set-cookie']) expect(headers.get(name)).toBeNull();
  }
  expect(ids.size).toBe(6);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

describe('BASE_PATH', () => {
  let prefixed: TestGateway;
  const env = { BASE_PATH: '/api/v1' };

  beforeAll(async () => {
    prefixed = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none', env });
  });

  afterAll(() => prefixed.close());

  test('is the prefix of every public path', async () => {
    expect(prefixed.url).toMatch(/\/api\/v1$/);
    expect(errorType(await send(prefixed.url + LEASES))).toBe('missing_authorization');
    expect(json(await send(`${prefixed.url}/graphql`, { body: { query: '{ __typename }' } }))).toEqual({
      data: { __typename: 'Query' },
    });
  });

  test.each(['/leases/tenants/', '/api/v10/leases/tenants/', '/API/v1/leases/tenants/', '/api/v1/nowhere', '/graphql'])(
    '%s is an unknown path',
    async (path) => {
      const answer = await send(new URL(path, prefixed.url).href);
      expect([answer.status, errorType(answer)]).toEqual([404, 'unknown_endpoint']);
      expect(answer.headers.get('x-request-id')).not.toBeNull();
    },
  );
});
