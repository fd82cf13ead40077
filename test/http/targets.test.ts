import { pino } from 'pino';

import { startTestGateway, type TestGateway } from '../support/gateway';
import { LEASES, send, TENANTS } from './client';
import { exchange } from './raw';

/** Decision 26: however the target of a path is spelled, the same answers. No database is needed. */

let gateway: TestGateway;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none', env: { BASE_PATH: '/api' }, log });
});

afterAll(() => gateway.close());

describe.each([
  [LEASES, 400, 'missing_authorization'],
  [TENANTS, 400, 'missing_authorization'],
  ['/graphql', 400, 'invalid_request'],
])('%s', (path, status, type) => {
  const whole = `/api${path}`;
  const other = whole.endsWith('/') ? whole.slice(0, -1) : `${whole}/`;

  test.each([whole, other, `${whole}?a=b`, `${other}?`, `http://x${whole}`, `http://x${other}?a=b`])(
    'POST %s',
    async (target) => {
      const answers = await exchange(gateway.url, [`POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`]);
      expect(answers.map((answer) => answer.status)).toEqual([status]);
      expect(answers[0]?.body).toContain(`"${type}"`);
    },
  );
});

test('no lookup path allows HEAD', async () => {
  for (const [path, allow] of [
    [LEASES, 'POST'],
    [TENANTS, 'POST'],
    ['/graphql', 'GET, POST'],
  ] as const) {
    const answer = await send(gateway.url + path, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('allow'), answer.text]).toEqual([405, allow, '']);
  }
});

test.each([
  '/api/assets/%/x',
  '/api/assets/x/%',
  '/api/assets/%/x?a=b',
  '/api/assets/%zz/%ff/',
  'http://x/api/assets/%c3/x',
  '/%',
  '/api/%',
  '/api/leases/%ff/',
  '/api/leases/tenants/%',
  '/api/graphql/%e0%a4%a',
])('a path that cannot be decoded is unknown_endpoint, not internal_error: %s', async (target) => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const [answer] = await exchange(gateway.url, [
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ]);
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toMatchObject([
      404,
      { error: { type: 'unknown_endpoint' } },
    ]);
  }
  expect(logged).toEqual([]);
});
