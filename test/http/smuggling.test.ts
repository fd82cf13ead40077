/** Requests whose end or meaning two programs could see differently: refused, and what follows them is never taken for a request. */

import { gatewayWithoutDatabase } from '../support/gateway';
import { everyGroup, LEASES } from './client';
import { exchange, rawPost } from './raw';

const gateway = gatewayWithoutDatabase();
let token: string;

beforeAll(async () => {
  token = await everyGroup();
});

const SECOND = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const head = (...lines: string[]): string =>
  [`POST ${LEASES} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, ...lines, '', ''].join('\r\n');
const JSON_TYPE = 'Content-Type: application/json';

test.each<[string, () => string]>([
  ['a length and chunks', () => `${head('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
  ['two lengths', () => `${head('Content-Length: 2', 'Content-Length: 40')}{}`],
  ['a list of lengths', () => `${head('Content-Length: 2, 2')}{}`],
  ['an empty length', () => `${head('Content-Length:')}{}`],
  ['a blank before the colon of the length', () => `${head('Content-Length : 2')}{}`],
  ['an unknown transfer coding', () => `${head('Transfer-Encoding: xchunked')}0\r\n\r\n`],
  ['chunked that is not the last coding', () => `${head('Transfer-Encoding: chunked, identity')}0\r\n\r\n`],
  ['a coding behind a line break of its own', () => `${head('Transfer-Encoding:\n chunked')}0\r\n\r\n`],
  ['a vertical tab before the coding', () => `${head('Transfer-Encoding: \x0bchunked')}0\r\n\r\n`],
  ['a chunk size that is no number', () => `${head('Transfer-Encoding: chunked')}0x2\r\n{}\r\n0\r\n\r\n`],
  ['a chunk longer than its size', () => `${head('Transfer-Encoding: chunked')}2\r\n{}{}\r\n0\r\n\r\n`],
  ['endless chunk extensions', () => `${head('Transfer-Encoding: chunked')}2;${'a'.repeat(20_000)}`],
  ['bare line feeds', () => `POST ${LEASES} HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}`],
  ['two Hosts', () => `${head('Host: y', 'Content-Length: 2')}{}`],
  ['a header without a name', () => `${head(': x', 'Content-Length: 2')}{}`],
  ['a header without a colon', () => `${head('Content-Length 2')}{}`],
  ['a line break in the target', () => `POST /leases\r\n/tenants/ HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a carriage return in a header', () => `${head('A: b\rContent-Length: 2')}{}`],
  ['an expectation that nobody knows', () => `${head('Expect: haste', 'Content-Length: 2')}{}`],
  ['a tunnel', () => `CONNECT x:443 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`],
])('400 bad_request: %s', async (_title, request) => {
  const answers = await exchange(gateway.url, [request() + SECOND]);
  expect(answers.map(({ status }) => status)).toEqual([400]);
  expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ error: { type: 'bad_request', message: expect.any(String) } });
});

test.each<[string, () => string]>([
  [
    '1,500 headers',
    () => head(...Array.from({ length: 1_500 }, (_none, number) => `Header-${number}: ${'a'.repeat(10)}`)),
  ],
  ['a token of 64 kB', () => head(`Authorization: Bearer ${'a'.repeat(65_536)}`)],
  [
    'endless trailers',
    () => `${head('Transfer-Encoding: chunked')}0\r\n${`T: ${'a'.repeat(1_000)}\r\n`.repeat(20)}\r\n`,
  ],
])('431 headers_too_large: %s', async (_title, request) => {
  const answers = await exchange(gateway.url, [request() + SECOND]);
  expect(answers.at(-1)?.status).toBe(431);
  expect(answers.at(-1)?.body).toContain('"type":"headers_too_large"');
});

test.each<[string, Buffer, string]>([
  ['a byte that begins no character', Buffer.from('{"identifier":"\xc3\x28"}', 'latin1'), 'invalid_json'],
  ['FF FE', Buffer.from('\xff\xfe{}', 'latin1'), 'invalid_json'],
  ['an overlong slash', Buffer.from('{"identifier":"\xc0\xaf"}', 'latin1'), 'invalid_json'],
  ['half a surrogate pair in UTF-8', Buffer.from('{"identifier":"\xed\xa0\x80"}', 'latin1'), 'invalid_json'],
  ['a NUL between the fields', Buffer.from('{\0"identifier":"x"}'), 'invalid_json'],
  ['an escaped half surrogate', Buffer.from('{"identifier":"\\ud800"}'), 'invalid_request'],
  ['an escaped NUL', Buffer.from('{"identifier":"\\u0000"}'), 'invalid_request'],
  ['60,000 brackets', Buffer.from('['.repeat(60_000)), 'invalid_json'],
  ['30,000 lists in each other', Buffer.from(`${'['.repeat(30_000)}${']'.repeat(30_000)}`), 'invalid_request'],
])('a body with %s is refused as %s, and the connection stays usable', async (_title, body, type) => {
  const request = Buffer.concat([Buffer.from(head(JSON_TYPE, `Content-Length: ${body.length}`)), body]);
  const answers = await exchange(gateway.url, [request, SECOND]);
  expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ error: { type } });
});

test.each([
  ['variables', (deep: string) => `{"query":"query($a: String) { __typename }","variables":{"a":${deep}}}`],
  ['extensions', (deep: string) => `{"query":"{ __typename }","extensions":{"a":${deep}}}`],
])('GraphQL: 20,000 nested lists within %s end neither the process nor the connection', async (_title, wrap) => {
  // Without a token a body of this size is not read.
  const request = rawPost('/graphql', token, wrap(`${'['.repeat(20_000)}${']'.repeat(20_000)}`));
  const answers = await exchange(gateway.url, [request, SECOND]);
  expect(answers[0]?.status).toBeLessThan(500);
  expect(answers[1]?.status).toBe(200);
});
