/** Spans and `Server-Timing`, with clocks and requests of the test. */

import { EventEmitter } from 'node:events';
import { type IncomingMessage, ServerResponse } from 'node:http';

import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

import { NO_TRAIL } from '../../src/lookups/request-trail';
import { beginExchange } from '../../src/http/exchange';
import { ServiceError } from '../../src/errors';
import type { Instrumentation } from '../../src/telemetry/tracing/instrumentation';
import { serverTiming } from '../../src/telemetry/tracing/server-timing';
import { statementName, tracing } from '../../src/telemetry/tracing/spans';

const NO_STATEMENT = 'select 1';

/** A request that is answered by `work`, and whose response then closes. */
async function answered(
  instrumentation: Instrumentation,
  headers: Readonly<Record<string, string>>,
  work: (response: ServerResponse) => Promise<unknown>,
): Promise<ServerResponse> {
  const request = Object.assign(new EventEmitter(), { method: 'POST', headers }) as unknown as IncomingMessage;
  const response = new ServerResponse(request);
  beginExchange(response, { requestId: 'r', trace: undefined, began: 0 });
  await new Promise<void>((resolve, reject) => {
    const listener = instrumentation.listener(
      (_request, given) => void work(given as ServerResponse).then(() => resolve(), reject),
    );
    listener(request, response);
  });
  response.emit('close');
  return response;
}

describe('spans', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const instrumentation = tracing({ tracer: provider.getTracer('test'), close: () => provider.shutdown() });
  const span = (name: string) => exporter.getFinishedSpans().find((one) => one.name === name)!;
  const msOf = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1000 + nanoseconds / 1e6;
  afterEach(() => exporter.reset());
  afterAll(() => instrumentation.close());

  test('the span of a statement has its duration and its outcome', async () => {
    const before = performance.timeOrigin + performance.now();
    await answered(instrumentation, {}, async () => {
      instrumentation.statement('select * from leases', 250, false);
      instrumentation.statement('select * from tenants', 0.5, true);
    });
    const [long, short] = [span('SELECT leases'), span('SELECT tenants')];
    expect([msOf(long.duration), msOf(short.duration)]).toEqual([expect.closeTo(250, 1), expect.closeTo(0.5, 1)]);
    expect(msOf(long.endTime)).toBeGreaterThanOrEqual(Math.floor(before));
    expect([long.status.code, short.status.code]).toEqual([SpanStatusCode.UNSET, SpanStatusCode.ERROR]);
    expect(long.parentSpanContext?.spanId).toBe(span('none none').spanContext().spanId);
  });

  test('a status of 500 or more is an error of the server, one below is not', async () => {
    const trail = instrumentation.trail(NO_TRAIL).request('rest', 'r');
    for (const [operation, failure] of [
      ['node', new Error('a fault of ours')],
      ['nodes', new ServiceError('invalidRequest')],
    ] as const) {
      await answered(instrumentation, {}, async () => {
        const find = () => Promise.reject(failure);
        await expect(trail.lookup(operation, () => ({ criteria: {} }), find)).rejects.toBe(failure);
      });
    }
    expect(span('lookup node')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'internal_error' },
    });
    expect(span('lookup nodes')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'error.type': 'invalid_request' },
    });
  });

  test('the `tracestate` of a caller, which may contain anything, is in no span', async () => {
    const traceparent = `00-${'4'.repeat(32)}-${'2'.repeat(16)}-01`;
    await answered(instrumentation, { traceparent, tracestate: 'vendor=jane@example.org' }, async () => {
      instrumentation.statement(NO_STATEMENT, 1, false);
    });
    const states = exporter.getFinishedSpans().map((one) => one.spanContext().traceState?.serialize());
    expect(states).toEqual([undefined, undefined]);
  });

  test('there is none outside a request', () => {
    instrumentation.statement(NO_STATEMENT, 1, false);
    expect(exporter.getFinishedSpans()).toEqual([]);
    expect(instrumentation.currentTrace()).toBeUndefined();
  });
});

describe('Server-Timing', () => {
  let clock = 0;
  const instrumentation = serverTiming(() => clock);
  const pass = (ms: number) => void (clock += ms);

  test('adds up all token checks and statements of its own request, including failed ones', async () => {
    const other = answered(instrumentation, {}, async () => instrumentation.statement(NO_STATEMENT, 1_000, false));
    const authenticate = instrumentation.authenticate(async (authorization) => {
      pass(2);
      if (authorization === undefined) throw new ServiceError('missingAuthorization');
    });
    const response = await answered(instrumentation, {}, async (own) => {
      pass(1);
      await authenticate('Bearer good');
      await Promise.resolve(authenticate(undefined)).catch(() => undefined);
      instrumentation.statement(NO_STATEMENT, 3, false);
      instrumentation.statement(NO_STATEMENT, 4.5, true);
      pass(10.004);
      own.writeHead(200);
      // After the head the field can no longer change.
      pass(100);
    });
    await other;
    expect(response.getHeader('Server-Timing')).toBe('total;dur=15, auth;dur=4, db;dur=7.5');
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
