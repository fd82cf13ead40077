/** Decision 39: the ids by which a request is found again, and the trace that it is part of. */

import { pino } from 'pino';

import { gatewayWithoutDatabase } from '../support/gateway';
import { everyGroup, LEASES, send, sendGraphQL } from './client';
import { exchange } from './raw';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let logged: string[];
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
// Nothing is looked up: the log tells of a failure for each request with a token.
const gateway = gatewayWithoutDatabase({ log });

beforeEach(() => {
  logged = [];
});

const ids = async (headers: Readonly<Record<string, string>>) => {
  const answer = await send(gateway.url + LEASES, { headers, body: {} });
  return { id: answer.headers.get('x-request-id'), traceparent: answer.headers.get('traceparent') };
};

test.each(['a', 'req-4711', '01HF7YAT00T3STGW3R8E5X6Y7Z', 'A_b.c-d', 'x'.repeat(128), crypto.randomUUID()])(
  'X-Request-Id %j is used',
  async (given) => {
    expect((await ids({ 'X-Request-Id': given })).id).toBe(given);
  },
);

test.each([
  ['jane@example.org', 'an e-mail address'],
  ['+49301234567', 'a phone number'],
  ['x'.repeat(129), 'too long'],
  ['caf\u00e9', 'beyond ASCII'],
  ['', 'empty'],
  [`leasegate_${'a'.repeat(49)}`, 'an opaque token'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl', 'a JSON Web Token'],
  ['eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.e30.c2lnbmF0dXJl', 'a JSON Web Token with another header'],
])('X-Request-Id %j is not used: %s', async (given) => {
  expect((await ids({ 'X-Request-Id': given })).id).toMatch(OURS);
});

test('the token of the request is not used as its id', async () => {
  const token = 'imported-token-of-an-old-service';
  expect((await ids({ 'X-Request-Id': token, Authorization: `Bearer ${token}` })).id).toMatch(OURS);
  // A short id may occur in a token by chance.
  expect((await ids({ 'X-Request-Id': 'old', Authorization: `Bearer ${token}` })).id).toBe('old');
});

test('two of them are ignored', async () => {
  const [answer] = await exchange(gateway.url, [
    'GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: first\r\nX-Request-Id: second\r\nConnection: close\r\n\r\n',
  ]);
  expect(/^x-request-id: (.*)$/im.exec(answer?.head ?? '')?.[1]).toMatch(OURS);
});

describe('traceparent', () => {
  test.each([
    [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
    [`00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-00`],
    // Bits without a meaning in this version.
    [`00-${TRACE}-${SPAN}-ff`, `00-${TRACE}-${SPAN}-01`],
    // A version that is not known is read as far as this one goes.
    [`01-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, `00-${TRACE}-${SPAN}-01`],
  ])('%s is answered as %s', async (given, answered) => {
    expect((await ids({ traceparent: given })).traceparent).toBe(answered);
  });

  test.each([
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `cc-${TRACE}-${SPAN}-01.what`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-0g`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  ])('%j is none', async (given) => {
    expect((await ids({ traceparent: given })).traceparent).toBeNull();
  });
});

test('both are in the log, over REST and GraphQL, and ignored values are not', async () => {
  const token = await everyGroup();
  const headers = { 'X-Request-Id': 'req-4711', traceparent: `00-${TRACE}-${SPAN}-01` };
  await send(gateway.url + LEASES, { token, headers, body: { identifier: 'x' } });
  await sendGraphQL(gateway.url, { token, headers });
  const strange = { 'X-Request-Id': 'jane@example.org', traceparent: 'jane' };
  await send(gateway.url + LEASES, { token, headers: strange, body: { identifier: 'x' } });
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  // The database that is not there has a line of its own.
  const ofRequests = lines.filter(({ requestId }) => requestId !== undefined);
  expect(ofRequests.map(({ requestId, traceId }) => [requestId, traceId])).toEqual([
    ['req-4711', TRACE],
    ['req-4711', TRACE],
    [expect.stringMatching(OURS), undefined],
  ]);
  expect(logged.join('')).not.toContain('jane');
});
