/** Spans, with clocks and requests of the test. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

import { ServiceError } from '../../src/errors';
import { readTraceparent } from '../../src/http/exchange';
import type { EndedStatement, ObservedRequest, Observer } from '../../src/observer';
import { statementName, tracing } from '../../src/telemetry/spans';

const statement = (ms: number, failed = false, sql = 'select 1'): EndedStatement => ({ sql, ms, failed });

const END = { method: 'POST', route: '/', status: 200, ms: 1, bytes: 0 };

/** A request that has begun. */
function begun(observer: Observer, traceparent?: string, began = 0, method = 'POST') {
  const request: ObservedRequest = {
    requestId: 'r',
    began,
    trace: readTraceparent(traceparent),
    transport: 'none',
    operation: 'none',
    type: 'none',
  };
  const message = Object.assign(new IncomingMessage(new Socket()), { method, httpVersion: '1.1' });
  const response = new ServerResponse(message);
  observer.requestBegan!(request, response);
  return { request, response };
}

describe('spans', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const observer = tracing(provider.getTracer('test'), { publicUrl: '', basePath: '' });
  const span = (name: string) => exporter.getFinishedSpans().find((one) => one.name === name)!;
  const msOf = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1000 + nanoseconds / 1e6;
  afterEach(() => exporter.reset());
  afterAll(() => provider.shutdown());

  test('the span of a statement has its duration and its outcome', () => {
    const before = performance.timeOrigin + performance.now();
    const { request } = begun(observer);
    observer.statementEnded!(statement(250, false, 'select * from leases'), request);
    observer.statementEnded!(statement(0.5, true, 'select * from tenants'), request);
    observer.requestEnded!(request, END);
    const [long, short] = [span('SELECT leases'), span('SELECT tenants')];
    expect([msOf(long.duration), msOf(short.duration)]).toEqual([expect.closeTo(250, 1), expect.closeTo(0.5, 1)]);
    expect(msOf(long.endTime)).toBeGreaterThanOrEqual(Math.floor(before));
    expect([long.status.code, short.status.code]).toEqual([SpanStatusCode.UNSET, SpanStatusCode.ERROR]);
    expect(long.parentSpanContext?.spanId).toBe(exporter.getFinishedSpans().at(-1)!.spanContext().spanId);
  });

  test('a status of 500 or more is an error of the server, one below is not', () => {
    const { request } = begun(observer);
    const caller = {
      subject: 'ann',
      token: { kind: 'jwt', id: null },
      tokenExpiresAt: null,
      groups: { kind: 'all' },
    } as const;
    const lookup = { caller, filters: [], lookups: 1, records: 0, ms: 1 };
    const [fault, refusal] = [new ServiceError('internalError'), new ServiceError('invalidRequest')];
    observer.lookupEnded!(request, { ...lookup, operation: 'node', failure: fault });
    observer.lookupEnded!(request, { ...lookup, operation: 'nodes', failure: refusal });
    expect(span('lookup node')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'internal_error' },
    });
    expect(span('lookup nodes')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'error.type': 'invalid_request' },
    });
  });

  test('a statement names the product of its server, and that it failed', () => {
    const { request } = begun(observer);
    for (const product of ['mariadb', 'mysql'] as const) {
      observer.connectionOpened!(product);
      observer.statementEnded!(statement(1, product === 'mysql', `select * from ${product}`), request);
    }
    expect(span('SELECT mariadb').attributes).toEqual({
      'db.system.name': 'mariadb',
      'db.query.summary': 'SELECT mariadb',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'mariadb',
    });
    expect(span('SELECT mysql').attributes).toMatchObject({ 'db.system.name': 'mysql', 'error.type': '_OTHER' });
  });

  test('a request names where clients see the gateway, and no method or path that the conventions or the gateway do not know', () => {
    const ended = (publicUrl: string, basePath: string, method: string, route: string) => {
      const prefixed = tracing(provider.getTracer('test'), { publicUrl, basePath });
      const { request } = begun(prefixed, undefined, 0, method);
      prefixed.requestEnded!(request, { ...END, method, route });
      const { name, attributes } = exporter.getFinishedSpans().at(-1)!;
      return [name, attributes];
    };
    const always = { 'network.protocol.version': '1.1', 'http.response.status_code': 200 };
    expect(ended('https://api.example/v1', '/v1', 'POST', '/graphql')).toEqual([
      'POST /v1/graphql',
      expect.objectContaining({
        ...always,
        'url.scheme': 'https',
        'server.address': 'api.example',
        'server.port': 443,
        'http.request.method': 'POST',
        'http.route': '/v1/graphql',
        'url.path': '/v1/graphql',
      }),
    ]);
    const [name, attributes] = ended('/v1', '/v1', 'PROPFIND', 'none');
    expect([name, attributes]).toEqual([
      'HTTP',
      expect.objectContaining({ ...always, 'http.request.method': '_OTHER', 'url.scheme': 'http' }),
    ]);
    for (const absent of ['server.address', 'server.port', 'http.route', 'url.path'])
      expect(attributes).not.toHaveProperty([absent]);
  });

  test('there is none outside a request', () => {
    observer.statementEnded!(statement(1), undefined);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});

test.each([
  ['select 1', 'SELECT'],
  ['select `id` from `leases` as l', 'SELECT leases'],
  ['select id from `town`.`tenants`', 'SELECT tenants'],
  ['with found as (select id from leases) select * from found', 'SELECT leases'],
  ['insert ignore into lease_tenants values (1)', 'INSERT lease_tenants'],
  ['update leases set rent = 1', 'UPDATE leases'],
  ['commit', 'STATEMENT'],
])('%s is named %s', (sql, name) => expect(statementName(sql)).toBe(name));
