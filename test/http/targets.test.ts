import { startTestGateway, type TestGateway } from '../support/gateway';
import { LEASES, send, TENANTS } from './client';
import { exchange } from './raw';

/** Decision 26: however the target of a path is spelled, the same answers. No database is needed. */

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none', env: { BASE_PATH: '/api' } });
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

test('HEAD is a method that no path takes', async () => {
  for (const [path, allow] of [
    [LEASES, 'POST'],
    [TENANTS, 'POST'],
    ['/graphql', 'GET, POST'],
  ] as const) {
    const answer = await send(gateway.url + path, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('allow'), answer.text]).toEqual([405, allow, '']);
  }
});
