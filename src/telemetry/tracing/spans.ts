/** A span for each request, and within it for its authentication, its lookups and their statements: names and numbers alone. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

import {
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

import type { AuditTrail, RequestTrail } from '../../lookups/request-trail';
import { exchangeOf } from '../../http/exchange';
import { readTraceparent, type TraceContext } from '../../http/trace-context';
import { asServiceError } from '../../errors';
import type { Spans } from './exporter';
import type { RequestWatch } from './request-watch';
import { statementName } from './statement-name';

export function tracing({ tracer, close }: Spans): RequestWatch {
  const current = new AsyncLocalStorage<Context>();

  /** Work as a part of the request that is being answered. */
  async function within<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const parent = current.getStore();
    if (parent === undefined) return work();
    const span = tracer.startSpan(name, {}, parent);
    try {
      return await current.run(trace.setSpan(parent, span), work);
    } catch (failure) {
      const { type, status } = asServiceError(failure, '').entry;
      fail(span, type, status);
      throw failure;
    } finally {
      span.end();
    }
  }

  const traced = (inner: RequestTrail): RequestTrail => ({
    identify: (caller) => inner.identify(caller),
    lookup: (operation, read, find) =>
      inner.lookup(operation, read, (asked) => within(`lookup ${operation}`, () => find(asked))),
    // As many as the records above them; their statements, which they share, have spans.
    nested: (operation, read, find) => inner.nested(operation, read, find),
    refused: (error, wanted) => inner.refused(error, wanted),
  });

  return {
    listener: (next) => (request, response) => {
      const parent = callersContext(request);
      const attributes = { 'http.request.method': request.method ?? '' };
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent);
      response.once('close', () => {
        const { door, operation, type, requestId } = exchangeOf(response);
        span.updateName(`${door} ${operation}`);
        span.setAttributes({ 'http.response.status_code': response.statusCode, 'leasegate.request_id': requestId });
        if (type !== 'none') fail(span, type, response.statusCode);
        span.end();
      });
      current.run(trace.setSpan(parent, span), next, request, response);
    },
    authenticate: (next) => (authorization) => within('authenticate', async () => next(authorization)),
    trail: (inner): AuditTrail => ({
      request: (door, requestId) => traced(inner.request(door, requestId)),
      close: () => inner.close(),
    }),
    statement(sql, ms, failed) {
      const parent = current.getStore();
      if (parent === undefined) return;
      const end = performance.timeOrigin + performance.now();
      const options = { kind: SpanKind.CLIENT, startTime: end - ms, attributes: { 'db.system.name': 'mysql' } };
      const span = tracer.startSpan(statementName(sql), options, parent);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    currentTrace: () => contextOf(current.getStore()),
    close,
  };
}

function fail(span: Span, type: string, status: number): void {
  span.setAttribute('error.type', type);
  // By OpenTelemetry's conventions a refusal is the client's failure, not the server's.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function callersContext({ headers }: IncomingMessage): Context {
  const caller = readTraceparent(headers.traceparent);
  if (caller === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = caller;
  const { tracestate } = headers;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(typeof tracestate === 'string' && { traceState: createTraceState(tracestate) }),
  });
}

function contextOf(context: Context | undefined): TraceContext | undefined {
  const span = context && trace.getSpanContext(context);
  return span && { traceId: span.traceId, spanId: span.spanId, sampled: (span.traceFlags & TraceFlags.SAMPLED) !== 0 };
}
