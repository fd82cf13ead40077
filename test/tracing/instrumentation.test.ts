/** Spans, with clocks and requests of the test. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

import { readTraceparent } from '../../src/server/observed-requests';
import type { EndedStatement, ObservedRequest, Observer } from '../../src/observer';
import { tracing } from '../../src/telemetry/spans';

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
  afterEach(() => exporter.reset());
  afterAll(() => provider.shutdown());

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
});
