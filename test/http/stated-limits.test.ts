/** A message that enforces a limit states it, and repeats nothing of the request. */

import { brotliCompressSync, gzipSync } from 'node:zlib';

import { CATALOGUE } from '../../src/errors';
import { CLIENT_LIMITS } from '../../src/http/http-server';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { everyGroup, json, LEASES, send } from './client';
import { exchange } from './raw';

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none', sealed: false });
  token = await everyGroup();
});
afterAll(() => gateway.close());

const LARGE = JSON.stringify({ identifier: 'x'.repeat(200_000) });
/** Text that Brotli cannot make smaller than its limit. */
const VARIED = Buffer.from(Array.from({ length: 60_000 }, (_, index) => 33 + ((index * index * 31) % 90)));

test.each([
  ['REST', LEASES, LARGE, {}, 'larger than 64 kB, the limit'],
  ['GraphQL', '/graphql', LARGE, {}, 'larger than 128 kB, the limit'],
  ['gzip', LEASES, gzipSync(LARGE), { 'Content-Encoding': 'gzip' }, 'larger than 64 kB after decompression'],
  [
    'Brotli',
    LEASES,
    Buffer.concat([brotliCompressSync(VARIED), Buffer.alloc(20_000)]),
    { 'Content-Encoding': 'br' },
    'larger than 16 kB, the limit of this path for Brotli',
  ],
])('%s: the message of a body that is too large', async (_title, path, body, headers, stated) => {
  const answer = await send(gateway.url + path, { token, body, headers });
  expect([answer.status, json(answer)]).toMatchObject([413, {}]);
  expect(answer.text).toContain(stated);
});

test('the message of a body in too many parts', async () => {
  const head = [
    `POST ${LEASES} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const [answer] = await exchange(gateway.url, [`${head.join('\r\n')}\r\n\r\n${'1\r\n \r\n'.repeat(40_000)}`]);
  expect([answer?.status, answer?.body]).toEqual([413, expect.stringContaining('more than 2500 parts')]);
});

test('the messages for a head and for a slow request state the limits of the server', () => {
  const { maxHeaderSize, headersTimeout, requestTimeout } = CLIENT_LIMITS;
  expect(CATALOGUE.headersTooLarge.message).toContain(`${maxHeaderSize / 1024} kB`);
  expect(CATALOGUE.requestTimeout.message).toContain(`headers may take ${headersTimeout / 1000} seconds`);
  expect(CATALOGUE.requestTimeout.message).toContain(`all of it ${requestTimeout / 1000} seconds`);
});
