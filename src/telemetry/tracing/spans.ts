/** OpenTelemetry: a span for each request, with spans for its authentication, lookups and statements. They hold no values. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';

import type { AuditTrail, RequestTrail } from '../../lookups/request-trail';
import { exchangeOf } from '../../http/exchange';
import { readTraceparent, type TraceContext } from '../../http/trace-context';
import { asServiceError } from '../../errors';
import type { Instrumentation } from './instrumentation';

/** Milliseconds for the last spans when the gateway ends. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Milliseconds to send spans, including retries. A longer timeout would keep the program from ending. */
const SEND_TIMEOUT_MS = 3_000;

export interface ExporterOptions {
  readonly url: string;
  readonly version: string;
  /** Receives a code such as `ECONNREFUSED`, or a status. */
  readonly onFailure: (code: string | number) => void;
}

export interface Spans {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

/** Sends spans to a collector by OTLP over HTTP. The queue is bounded and drops further spans; the packages read its standard variables. */
export function exportedSpans({ url, version, onFailure }: ExporterOptions): Spans {
  const agent = new (url.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS, httpAgentOptions: () => agent });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'leasegate', 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(reporting(exporter, onFailure))],
  });
  const close = async (): Promise<void> => {
    const done = new AbortController();
    const timeout = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    done.abort();
    agent.destroy();
  };
  return { tracer: provider.getTracer('leasegate', version), close };
}

/** The packages do not report an unavailable collector. */
const reporting = (exporter: SpanExporter, onFailure: ExporterOptions['onFailure']): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      // Only the code: a message may contain the host of the collector.
      const { code, name } = (result.error ?? {}) as { code?: string | number; name?: string };
      if (Number(result.code) !== 0) onFailure(code ?? name ?? 'unknown');
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

export function tracing({ tracer, close }: Spans): Instrumentation {
  const current = new AsyncLocalStorage<Context>();

  /** Runs `work` in a span within the current request. */
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
    // No spans: there may be one nested lookup per record, and they share statements, which have spans.
    nested: (operation, read, find) => inner.nested(operation, read, find),
    refused: (error, wanted) => inner.refused(error, wanted),
  });

  return {
    listener: (next) => (request, response) => {
      const parent = remoteContext(request);
      const attributes = { 'http.request.method': request.method ?? '' };
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent);
      response.once('close', () => {
        const { transport, operation, type, requestId } = exchangeOf(response);
        span.updateName(`${transport} ${operation}`);
        span.setAttributes({ 'http.response.status_code': response.statusCode, 'leasegate.request_id': requestId });
        if (type !== 'none') fail(span, type, response.statusCode);
        span.end();
      });
      current.run(trace.setSpan(parent, span), next, request, response);
    },
    authenticate: (next) => (authorization) => within('authenticate', async () => next(authorization)),
    trail: (inner): AuditTrail => ({
      request: (transport, requestId) => traced(inner.request(transport, requestId)),
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
  // By the conventions of OpenTelemetry a 4xx is no error of the server.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Without the `tracestate`, which may contain anything (decision 68). */
function remoteContext({ headers }: IncomingMessage): Context {
  const caller = readTraceparent(headers.traceparent);
  if (caller === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = caller;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}

function contextOf(context: Context | undefined): TraceContext | undefined {
  const span = context && trace.getSpanContext(context);
  return span && { traceId: span.traceId, spanId: span.spanId, sampled: (span.traceFlags & TraceFlags.SAMPLED) !== 0 };
}

/** The verb and the first table of a statement, as `SELECT leases`. Its text is long and shows how groups are isolated. */
export function statementName(sql: string): string {
  const verb = /\b(select|insert|update|delete|set|show|with)\b/i.exec(sql)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const table = /\b(?:from|into|update)\s+(?:`?[\w$]+`?\.)?`?([A-Za-z_]\w*)`?/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb === 'WITH' ? 'SELECT' : verb} ${table}`;
}
