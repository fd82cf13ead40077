/** Exact values of a log line, a preflight and the headers of a page. */

import { pino } from 'pino';

import { namesJsonInUtf8 } from '../../src/http/json-body';
import { listening } from '../../src/http/http-server';
import { ObservedRequests } from '../../src/server/observed-requests';
import { together } from '../../src/observer';
import { causeOf, gatewayLog } from '../../src/telemetry/gateway-log';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { clockedMetrics, metricValues } from '../metrics/metric-values';
import { LEASES, send } from './client';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

let gateway: TestGateway;

beforeAll(async () => {
  const env = { CORS_ORIGINS: 'https://app.example', RATE_LIMIT: '5/60' };
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none', env });
});

afterAll(() => gateway.close());

test('a log line has the duration of a request to a hundredth of a millisecond, and the request is in flight until its end', async () => {
  const { metrics, clock } = clockedMetrics();
  clock.now = 1_000.25;
  const lines: { ms: number }[] = [];
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line) as { ms: number }) },
  );
  const limits = { maxRequestsInFlight: 1, maxEventLoopDelayMs: 1, databaseConnectTimeoutMs: 1, maxConnections: 1 };
  const observer = together([metrics.observer, gatewayLog(log, 'off', limits)]);
  const requests = new ObservedRequests({ observer, newRequestId: () => 'one', monotonicNow: () => clock.now }, false);
  const socket = new EventEmitter();
  const request = { socket, method: 'GET', headers: {} } as unknown as IncomingMessage;
  const response = Object.assign(new EventEmitter(), {
    req: request,
    writableEnded: true,
    statusCode: 200,
    setHeader: () => undefined,
    getHeader: () => undefined,
  });
  requests.listener(() => undefined)(request, response as unknown as ServerResponse & { req: IncomingMessage });
  const inFlight = () => metricValues(metrics, 'leasegate_http_requests_in_flight');
  expect(await inFlight()).toEqual({ '': 1 });
  clock.now += 12.346;
  response.emit('close');
  socket.emit('close');
  expect([await inFlight(), lines.map(({ ms }) => ms)]).toEqual([{ '': 0 }, [12.35]]);
});

test('a failure is logged with its code, or with its number if it has no code', () => {
  const named = causeOf(Object.assign(new Error('no'), { code: 'ER_NO', errno: 7 }));
  const numbered = causeOf(Object.assign(new Error('no'), { errno: 7 }));
  expect([named?.code, numbered?.code, causeOf(new Error('no'))?.code]).toEqual(['ER_NO', 7, undefined]);
});

test('a preflight lists each header that a page may send and read, and is valid for a day', async () => {
  const asking = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
  const preflight = await send(gateway.url + LEASES, { method: 'OPTIONS', headers: asking });
  const answer = await send(gateway.url + LEASES, { headers: { Origin: 'https://app.example' } });
  expect([
    preflight.headers.get('access-control-max-age'),
    preflight.headers.get('access-control-allow-methods'),
    preflight.headers.get('access-control-allow-headers'),
    answer.headers.get('access-control-expose-headers'),
  ]).toEqual([
    '86400',
    'GET,POST',
    'Authorization,Content-Type,Apollo-Require-Preflight,X-Request-Id,traceparent,tracestate',
    'X-Request-Id,traceparent,Retry-After,WWW-Authenticate,RateLimit,RateLimit-Policy',
  ]);
});

test('a page blocks other windows and devices, and a 304 has the same headers', async () => {
  const headers = [
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'permissions-policy',
    'x-content-type-options',
    'referrer-policy',
    'cache-control',
    'vary',
    'etag',
  ];
  const whole = await send(`${gateway.url}/`, { method: 'GET' });
  const etag = whole.headers.get('etag') ?? '';
  const unchanged = await send(`${gateway.url}/`, { method: 'GET', headers: { 'If-None-Match': etag } });
  expect([whole.status, unchanged.status]).toEqual([200, 304]);
  expect(headers.map((name) => unchanged.headers.get(name))).toEqual(headers.map((name) => whole.headers.get(name)));
  expect(headers.slice(1, 4).map((name) => whole.headers.get(name))).toEqual([
    'same-origin',
    'same-origin',
    'camera=(), geolocation=(), microphone=()',
  ]);
});

test('decision 9: a body is JSON in UTF-8, whose name may be written without the hyphen', () => {
  const charsets = ['utf-8', 'UTF-8', 'utf8', '"utf-8"', 'utf-16', 'latin1', ''];
  const read = charsets.filter((charset) => namesJsonInUtf8(`application/json; charset=${charset}`));
  expect(read).toEqual(['utf-8', 'UTF-8', 'utf8', '"utf-8"']);
});

test('the URL of a listener has an IPv6 address in brackets', async () => {
  const urlAt = (address: string, family: string) => {
    const server = Object.assign(new EventEmitter(), {
      listen: () => setImmediate(() => server.emit('listening')),
      address: () => ({ address, family, port: 4000 }),
    });
    return listening(server as unknown as Server, address, 4000, 'HOST and PORT');
  };
  expect(await Promise.all([urlAt('::1', 'IPv6'), urlAt('127.0.0.1', 'IPv4')])).toEqual([
    'http://[::1]:4000',
    'http://127.0.0.1:4000',
  ]);
});
