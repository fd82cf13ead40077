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
function begun(observer: Observer, traceparent?: string, began = 0) {
  const request: ObservedRequest = {
    requestId: 'r',
    began,
    trace: readTraceparent(traceparent),
    transport: 'none',
    operation: 'none',
    type: 'none',
  };
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  observer.requestBegan!(request, response);
  return { request, response };
}

describe('spans', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const observer = tracing(provider.getTracer('test'));
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
