import { once } from 'node:events';
import { connect } from 'node:net';

import { CLIENT_LIMITS, createHttpServer } from '../../src/http/http-server';
import { listening } from '../../src/server/server';
import { DATABASE_AWAY, gatewayWithoutDatabase, startTestGateway } from '../support/gateway';
import { LEASES } from './client';
import { exchange, type RawAnswer } from './raw';

/** What never becomes a request is answered in the envelope as well, on both ports. */

const REQUEST = `POST ${LEASES} HTTP/1.1\r\n`;
const HOST = 'Host: x\r\nConnection: close\r\n';

const gateway = gatewayWithoutDatabase();

function expectEnvelope(answer: RawAnswer | undefined, status: number, type: string): void {
  expect(answer?.status).toBe(status);
  expect(answer?.head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  expect(answer?.head).toMatch(/^connection: close$/im);
  expect(JSON.parse(answer?.body ?? '')).toEqual({ error: { type, message: expect.any(String) } });
}

test('a refusal comes in the envelope on the admin port, too', async () => {
  const [bad] = await exchange(gateway.adminUrl, ['hello\r\n\r\n']);
  expectEnvelope(bad, 400, 'bad_request');
  const [large] = await exchange(gateway.adminUrl, [`${REQUEST}${HOST}A: ${'a'.repeat(17_000)}\r\n\r\n`]);
  expectEnvelope(large, 431, 'headers_too_large');
});

test.each([
  ['CONNECT', `CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`],
  ['an expectation', `${REQUEST}${HOST}Expect: miracles\r\n\r\n`],
  ['no HTTP at all', 'hello\r\n\r\n'],
])(
  'a refused client that never closes its half receives its answer and delays nothing: %s',
  async (_title, request) => {
    const own = await startTestGateway({ databaseUrl: DATABASE_AWAY });
    const port = Number(new URL(own.url).port);
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    client.on('data', (said) => (text += said.toString())).on('error', () => undefined);
    client.write(request);
    await once(client, 'end');
    client.write('and on it goes');
    expect(text).toMatch(/^HTTP\/1\.1 400 [^]*"type":"bad_request"/);

    const started = Date.now();
    await own.close();
    // Not at the end of the ten seconds that a drain may take.
    expect(Date.now() - started).toBeLessThan(9_000);
    client.destroy();
  },
);

test('a CONNECT whose client resets the connection does not end the process', async () => {
  const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  client.write(`CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`);
  await once(client, 'data');
  client.resetAndDestroy();
  expect(await exchange(gateway.url, ['hello\r\n\r\n'])).toHaveLength(1);
});

test.each(['http://', 'http://[bad/leases/tenants/'])(
  'a target that is no URL is 400 bad_request: %s',
  async (target) => {
    for (const method of ['POST', 'OPTIONS']) {
      const [answer] = await exchange(gateway.url, [`${method} ${target} HTTP/1.1\r\n${HOST}\r\n`]);
      expectEnvelope(answer, 400, 'bad_request');
      expect(answer?.head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
      expect(answer?.head).toMatch(/^cache-control: no-store$/im);
    }
  },
);

test('Expect: 100-continue is answered', async () => {
  const request = `${REQUEST}${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
  expect((await exchange(gateway.url, [request])).map(({ status }) => status)).toEqual([100, 400]);
});

test('HTTP/1.0 and an absolute URL are well-formed', async () => {
  for (const request of [`POST ${LEASES} HTTP/1.0\r\n\r\n`, `POST http://x${LEASES} HTTP/1.1\r\n${HOST}\r\n`]) {
    const [answer] = await exchange(gateway.url, [request]);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error: { type: 'missing_authorization' } });
  }
});

test('a head that arrives too slowly is 408 request_timeout', async () => {
  const server = createHttpServer({ ...CLIENT_LIMITS, headersTimeout: 50, connectionsCheckingInterval: 10 }, () => {});
  const url = await listening(server, '127.0.0.1', 0, 'none');
  const answers = await exchange(url, [REQUEST]);
  expect(answers).toHaveLength(1);
  expectEnvelope(answers[0], 408, 'request_timeout');
  server.close();
});
