import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { gatewayWithoutDatabase } from '../support/gateway';
import { errorType, everyGroup, json, LEASES, send } from './client';
import { exchange } from './raw';

const CODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
/** Answered without a database: the cursor says that there were no more. */
const GOOD = JSON.stringify({ identifier: 'x', 'after-id': -1 });

const gateway = gatewayWithoutDatabase();
let token: string;

beforeAll(async () => {
  token = await everyGroup();
});

const sendCoded = (path: string, coding: string, body: Uint8Array) =>
  send(gateway.url + path, { token, body, headers: { 'Content-Encoding': coding } });

describe.each(['gzip', 'deflate', 'br'] as const)('%s', (coding) => {
  const compress = CODINGS[coding];

  test('a small body that expands to a large one is 413', async () => {
    const bomb = compress(Buffer.alloc(50_000_000, ' '));
    const before = process.memoryUsage().rss;
    const [rest, graphql] = [await sendCoded(LEASES, coding, bomb), await sendCoded('/graphql', coding, bomb)];
    expect([rest.status, errorType(rest)]).toEqual([413, 'payload_too_large']);
    expect([graphql.status, json(graphql)]).toMatchObject([
      413,
      { errors: [{ extensions: { type: 'payload_too_large' } }] },
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  test('the limit applies to the decoded body, to the byte', async () => {
    for (const [size, status] of [
      [65_536, 200],
      [65_537, 413],
    ] as const)
      expect((await sendCoded(LEASES, coding.toUpperCase(), compress(GOOD.padEnd(size)))).status).toBe(status);
  });
});

test('the limit is 64 kB for REST, 128 kB for GraphQL', async () => {
  const padded = (text: string, size: number) => Buffer.from(text.padEnd(size, ' '));
  expect((await send(gateway.url + LEASES, { token, body: padded(GOOD, 65_536) })).status).toBe(200);
  expect((await send(gateway.url + LEASES, { token, body: padded(GOOD, 65_537) })).status).toBe(413);
  const query = '{"query":"{ __typename }"}';
  expect((await send(`${gateway.url}/graphql`, { token, body: padded(query, 131_072) })).status).toBe(200);
  expect((await send(`${gateway.url}/graphql`, { token, body: padded(query, 131_073) })).status).toBe(413);
});

test('a body that announces more than the limit is refused before it arrives', async () => {
  const lines = [`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Content-Length: 65537'];
  const answers = await exchange(gateway.url, [`POST ${LEASES} HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`]);
  expect(answers.map(({ status }) => status)).toEqual([413]);
});

test('a Brotli body may have at most a quarter of the limit, because it costs more to decode than others', async () => {
  const most = 131_072 / 4;
  for (const [size, status] of [
    [most, 400],
    [most + 1, 413],
  ] as const)
    expect((await sendCoded('/graphql', 'br', Buffer.alloc(size))).status).toBe(status);
});
