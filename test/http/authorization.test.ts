import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { LEASES } from './client';
import { exchange } from './raw';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
});

afterAll(() => gateway.close());

test('decision 36: two Authorization headers are invalid, even if they are equal', async () => {
  const header = `Authorization: Bearer ${await signToken({ groups: '*' })}\r\n`;
  const request = (headers: string) =>
    `POST ${LEASES} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n${headers}\r\n`;
  const [one] = await exchange(gateway.url, [request(header)]);
  const [two] = await exchange(gateway.url, [request(header + header)]);
  expect(JSON.parse(one?.body ?? '')).toMatchObject({ error: { type: 'no_tenant_information' } });
  expect(two?.status).toBe(401);
  expect(JSON.parse(two?.body ?? '')).toMatchObject({ error: { type: 'invalid_authorization' } });
});
