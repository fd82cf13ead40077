import { startTestGateway } from '../support/gateway';
import { everyGroup, LEASES } from './client';
import { exchange } from './raw';

test('a body that does not arrive within 10 seconds is 408 request_timeout', async () => {
  const gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
  const head = [
    `POST ${LEASES} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${await everyGroup()}`,
    'Content-Type: application/json',
    'Content-Length: 20',
    '',
    '{"identifier":',
  ].join('\r\n');

  const started = Date.now();
  const answers = await exchange(gateway.url, [head]);

  expect(Date.now() - started).toBeGreaterThan(9_000);
  expect(answers.map(({ status }) => status)).toEqual([408]);
  expect(JSON.parse(answers[0]?.body ?? '')).toEqual({
    error: { type: 'request_timeout', message: expect.any(String) },
  });
  await gateway.close();
}, 20_000);
