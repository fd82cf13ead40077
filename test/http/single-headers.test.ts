/** Every header that fits into the head is seen, and one that has one value stands once, wherever it stands. */

import { gatewayWithoutDatabase } from '../support/gateway';
import { everyGroup, LEASES } from './client';
import { exchange } from './raw';

const gateway = gatewayWithoutDatabase({ env: { CORS_ORIGINS: 'https://app.example' } });
let authorization: string;

beforeAll(async () => {
  authorization = `Authorization: Bearer ${await everyGroup()}`;
});

/** Node keeps a thousand headers by default, and tells its parser of 32 at a time. */
const PLACES = [0, 31, 32, 1_000, 2_400];
const fillers = (count: number): string[] => Array<string>(count).fill('a:b');

const BODY = '{"identifier":"x","after-id":-1}';

async function ask(url: string, headers: readonly string[], body = ''): Promise<[number, string]> {
  const head = [`POST ${LEASES} HTTP/1.1`, 'Connection: close', ...headers, '', body].join('\r\n');
  const answers = await exchange(url, [head]);
  expect(answers).toHaveLength(1);
  const { status = 0, body: text = '' } = answers[0] ?? {};
  return [status, (JSON.parse(text) as { error?: { type: string } }).error?.type ?? text];
}

test.each(PLACES)('behind %d others a token, a length and a media type count', async (place) => {
  const length = `Content-Length: ${BODY.length}`;
  const before = ['Host: x', ...fillers(place)];
  const answer = await ask(gateway.url, [...before, authorization, length, 'Content-Type: application/json'], BODY);
  expect(answer).toEqual([200, '{"leases":[],"last_id":-1}']);
  const plain = await ask(gateway.url, [...before, authorization, length, 'Content-Type: text/plain'], BODY);
  expect(plain).toEqual([415, 'unsupported_media_type']);
});

test.each(PLACES)('behind %d others a second token counts as one of two', async (place) => {
  const answer = await ask(gateway.url, ['Host: x', authorization, ...fillers(place), authorization]);
  expect(answer).toEqual([401, 'invalid_authorization']);
});

describe.each(['url', 'adminUrl'] as const)('%s', (listener) => {
  test.each([
    'Host: x',
    'Origin: https://app.example',
    'Referer: https://app.example/',
    'Content-Type: application/json',
    'Sec-Fetch-Site: none',
    'Access-Control-Request-Method: POST',
  ])('a second %s is 400 bad_request, wherever it stands and however it is written', async (header) => {
    const own = header.startsWith('Host') ? [] : ['Host: x'];
    for (const place of PLACES) {
      for (const second of [header, header.replace(/^\w/, (letter) => letter.toLowerCase())]) {
        const answer = await ask(gateway[listener], [...own, header, ...fillers(place), second]);
        expect([place, second, ...answer]).toEqual([place, second, 400, 'bad_request']);
      }
    }
  });

  test('a Host after two thousand other headers counts', async () => {
    const [status] = await ask(gateway[listener], [...fillers(2_000), 'Host: x']);
    expect(status).toBe(listener === 'url' ? 400 : 404);
    expect(await ask(gateway[listener], fillers(2_000))).toEqual([400, 'bad_request']);
  });
});

test.each([
  'Accept: application/json',
  'Cookie: a=b',
  'If-None-Match: "x"',
  'X-Request-Id: one',
  'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'Content-Encoding: identity',
])('%s may occur twice', async (header) => {
  const entity = ['Content-Type: application/json', `Content-Length: ${BODY.length}`];
  const answer = await ask(gateway.url, ['Host: x', authorization, ...entity, header, header], BODY);
  expect(answer[0]).toBe(200);
});

test('a request id and a trace that occur twice count as absent, whatever their position', async () => {
  for (const place of PLACES) {
    const trace = 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const twice = ['X-Request-Id: one', trace, ...fillers(place), 'X-Request-Id: one', trace];
    const head = [`GET / HTTP/1.1`, 'Host: x', 'Connection: close', ...twice, '', ''].join('\r\n');
    const [answer] = await exchange(gateway.url, [head]);
    expect(/^x-request-id: (.*)$/im.exec(answer?.head ?? '')?.[1]).toMatch(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
    expect(answer?.head).not.toMatch(/^traceparent:/im);
  }
});
