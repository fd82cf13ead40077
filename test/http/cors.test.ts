import { startTestGateway, type TestGateway } from '../support/gateway';
import { everyGroup, LEASES, send, sendGraphQL, TENANTS } from './client';

const ORIGIN = 'https://app.example';
const EXPOSED = 'X-Request-Id,traceparent,Retry-After,WWW-Authenticate,RateLimit,RateLimit-Policy';
const PREFLIGHT = {
  Origin: ORIGIN,
  'Access-Control-Request-Method': 'POST',
  // Of Apollo Client, Sentry and OpenTelemetry, among others.
  'Access-Control-Request-Headers':
    'apollographql-client-name,apollographql-client-version,authorization,baggage,content-type,sentry-trace,traceparent',
};

let gateway: TestGateway;
const databaseUrl = 'mysql://root@127.0.0.1:1/none';

afterEach(() => gateway.close());

const corsHeaders = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'));

describe('with CORS_ORIGINS', () => {
  beforeEach(async () => {
    gateway = await startTestGateway({
      databaseUrl,
      env: { CORS_ORIGINS: `${ORIGIN}, http://localhost:8080`, RATE_LIMIT: '5/60' },
    });
  });

  test.each([LEASES, TENANTS, '/graphql'])(
    'decision 26: OPTIONS %s answers a preflight without a token',
    async (path) => {
      const { status, headers, text } = await send(gateway.url + path, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([status, text]).toEqual([204, '']);
      expect(Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control')))).toEqual({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'GET,POST',
        'access-control-allow-headers': PREFLIGHT['Access-Control-Request-Headers'],
        'access-control-max-age': '86400',
        'access-control-expose-headers': EXPOSED,
      });
      expect(headers.get('vary')).toMatch(/\bOrigin\b/i);
    },
  );

  test('decision 26: an OPTIONS that is no preflight is a method that the path does not allow', async () => {
    const { status, headers } = await send(gateway.url + LEASES, { method: 'OPTIONS', headers: { Origin: ORIGIN } });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('the request itself, refused or not, may be read by the page', async () => {
    const headers = { Origin: 'http://localhost:8080' };
    for (const answer of [
      await send(gateway.url + LEASES, { headers, body: {} }),
      await send(gateway.url + LEASES, { headers, token: await everyGroup(), body: { identifier: 'x' } }),
      await sendGraphQL(gateway.url, { headers }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:8080');
      expect(answer.headers.get('access-control-expose-headers')).toBe(EXPOSED);
    }
  });

  test.each(['https://evil.example', 'https://app.example.evil', 'http://app.example', 'null'])(
    '%s is not allowed',
    async (Origin) => {
      const preflight = await send(gateway.url + LEASES, { method: 'OPTIONS', headers: { ...PREFLIGHT, Origin } });
      const actual = await send(gateway.url + LEASES, { headers: { Origin }, body: {} });
      for (const { headers } of [preflight, actual]) expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('an unknown path has no CORS headers', async () => {
    const answer = await send(`${gateway.url}/nowhere`, { method: 'OPTIONS', headers: PREFLIGHT });
    expect([answer.status, corsHeaders(answer.headers)]).toEqual([404, []]);
  });
});

test('without CORS_ORIGINS there are no CORS headers, and OPTIONS is a method like any other', async () => {
  gateway = await startTestGateway({ databaseUrl });
  for (const path of [LEASES, '/graphql']) {
    const preflight = await send(gateway.url + path, { method: 'OPTIONS', headers: PREFLIGHT });
    const actual = await send(gateway.url + path, { headers: { Origin: ORIGIN }, body: {} });
    expect(preflight.status).toBe(405);
    for (const { headers } of [preflight, actual]) expect(corsHeaders(headers)).toEqual([]);
  }
});
