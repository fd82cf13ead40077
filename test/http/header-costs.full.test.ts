/** What a request without a token may cost, whatever its head holds: CPU time of this process, the gateway's and ours together. */

import { startTestGateway, type TestGateway } from '../support/gateway';
import { exchange } from './raw';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
});

afterAll(() => gateway.close());

/** Milliseconds; the least of several, since a collection of garbage may fall into any. */
async function cost(head: readonly string[], body: string): Promise<number> {
  const request = [...head, 'Host: x', 'Connection: close', `Content-Length: ${body.length}`, '', body].join('\r\n');
  const costs: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const before = process.cpuUsage();
    expect(await exchange(gateway.url, [request])).toHaveLength(1);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return Math.min(...costs);
}

const QUERY = '{"query":"{ __typename }"}';
const GET = 'GET /graphql?query=%7B__typename%7D HTTP/1.1';
const SIZE = 15_500;
const full = (text: string): string => text.repeat(SIZE / text.length);

test.each<[string, string[], string]>([
  ['a media type of blanks, GET', [GET, `Content-Type: application/json;${full(' ')}x`], ''],
  ['a media type of tabs, POST', ['POST /graphql HTTP/1.1', `Content-Type: application/json;${full('\t')}x`], QUERY],
  ['a media type of parameters', ['POST /graphql HTTP/1.1', `Content-Type: application/json${full(';a="\\')}`], QUERY],
  ['Accept of commas', [GET, `Accept: ${full(',')}html`], ''],
  ['Accept of ranges', [GET, `Accept: ${full('*/*,')}text/html`], ''],
  ['Accept of one range with parameters', [GET, `Accept: */*${full(';a=')},text/html`], ''],
  ['Accept-Encoding of ranges', ['GET / HTTP/1.1', `Accept-Encoding: ${full('*;q=0,')}`], ''],
  ['If-None-Match of tags', ['GET /openapi.json HTTP/1.1', `If-None-Match: ${full('W/,')}`], ''],
  ['If-None-Match of blanks', ['GET /openapi.json HTTP/1.1', `If-None-Match: x${full(' ')}x`], ''],
  ['a token of blanks', ['POST /leases/tenants/ HTTP/1.1', `Authorization: Bearer ${full(' ')}x`], ''],
  ['a token of dots', ['POST /leases/tenants/ HTTP/1.1', `Authorization: Bearer ${full('.')}`], ''],
  ['a query string of parameters', [`GET /graphql?query=%7B__typename%7D${full('&a')} HTTP/1.1`], ''],
  ['a query string of codes', [`GET /graphql?query=${full('%')} HTTP/1.1`], ''],
  ['three thousand headers', [GET, ...Array<string>(3_000).fill('a:b')], ''],
])('%s costs less than 50 ms', async (_title, head, body) => {
  expect(await cost(head, body)).toBeLessThan(50);
});
