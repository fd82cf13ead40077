import { pino } from 'pino';

import { gatewayWithoutDatabase } from '../support/gateway';
import { errorType, everyGroup, json, LEASES, send, TENANTS } from './client';
import { exchange } from './raw';

/** Decision 26, and what every answer carries. No database is needed. */

const gateway = gatewayWithoutDatabase();

test.each(['PUT', 'OPTIONS', 'HEAD'])('decision 26: %s /graphql is 405 with Allow', async (method) => {
  const answer = await send(`${gateway.url}/graphql`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  if (method === 'HEAD') expect(answer.text).toBe('');
  else expect(json(answer)).toMatchObject({ errors: [{ extensions: { type: 'method_not_allowed' } }] });
});

test.each([
  [[], 'The body must be a JSON'],
  [{ address: [] }, '`address` must be an'],
])('PHP writes %j for an empty object, and the refusal says so', async (body, what) => {
  const answer = await send(gateway.url + TENANTS, { token: await everyGroup(), body });
  expect([answer.status, errorType(answer)]).toEqual([400, 'invalid_request']);
  expect(answer.text).toContain(`${what} object: \`{}\`, not \`[]\`.`);
});

test.each(['//leases/tenants/', '/favicon.ico', '/livez', '/metrics', '/__proto__', `/${'x'.repeat(5_000)}`])(
  'decision 26: %s is an unknown path, for any method',
  async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const answer = await send(gateway.url + path, { method });
      expect([answer.status, errorType(answer)]).toEqual([404, 'unknown_endpoint']);
      expect(answer.headers.get('location')).toBeNull();
    }
  },
);

describe('PUBLIC_URL', () => {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const prefixed = gatewayWithoutDatabase({ env: { PUBLIC_URL: '/api/v1' }, log });

  const request = (method: string, target: string) =>
    exchange(prefixed.url, [`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`]);

  test.each([
    [LEASES, 'missing_authorization'],
    [TENANTS, 'missing_authorization'],
    ['/graphql', 'invalid_request'],
  ])('is the prefix of %s', async (path, type) => {
    const whole = `/api/v1${path}`;
    const other = whole.endsWith('/') ? whole.slice(0, -1) : `${whole}/`;
    for (const target of [whole, `${other}?`, `http://x${whole}`, `http://x${other}?a=b`]) {
      const answers = await request('POST', target);
      expect(answers.map(({ status }) => [target, status])).toEqual([[target, 400]]);
      expect(answers[0]?.body).toContain(`"${type}"`);
    }
  });

  test.each(['/leases/tenants/', '/api/v10/leases/tenants/', '/API/v1/leases/tenants/', '/api/v1/nowhere', '/graphql'])(
    '%s is an unknown path',
    async (path) => {
      const answer = await send(new URL(path, prefixed.url).href);
      expect([answer.status, errorType(answer)]).toEqual([404, 'unknown_endpoint']);
      expect(answer.headers.get('x-request-id')).not.toBeNull();
    },
  );

  test.each([
    '/api/v1/assets/%/x',
    '/api/v1/assets/x/%?a=b',
    'http://x/api/v1/assets/%c3/x',
    '/%',
    '/api/v1/leases/tenants/%',
    '/api/v1/graphql/%e0%a4%a',
  ])('a path that cannot be decoded is unknown_endpoint, not internal_error: %s', async (target) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const [answer] = await request(method, target);
      expect([answer?.status, JSON.parse(answer?.body ?? '')]).toMatchObject([
        404,
        { error: { type: 'unknown_endpoint' } },
      ]);
    }
    expect(logged).toEqual([]);
  });
});
