/** OpenTelemetry: a span for each request, with spans for its authentication, lookups and statements. They hold no values. */

import { Agent as HttpAgent } from 'node:http';
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

import { asServiceError } from '../errors';
import type { DatabaseProduct, ObservedRequest, Observer, TraceContext } from '../observer';

/** Milliseconds for the last spans when the gateway ends. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Milliseconds to send spans, including retries. A longer timeout would keep the program from ending. */
const SEND_TIMEOUT_MS = 3_000;

interface ExporterOptions {
  readonly url: string;
  readonly version: string;
  readonly observer: Observer;
}

/** Sends spans to a collector by OTLP over HTTP. The queue is bounded and drops further spans; the packages read its standard variables. */
export function exportedSpans({ url, version, observer }: ExporterOptions) {
  const agent = new (url.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS, httpAgentOptions: () => agent });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'leasegate', 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(reporting(exporter, observer))],
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
const reporting = (exporter: SpanExporter, observer: Observer): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      // Only the code: a message may contain the host of the collector.
      const { code, name } = (result.error ?? {}) as { code?: string | number; name?: string };
      if (Number(result.code) !== 0) observer.tracesFailed?.(code ?? name ?? 'unknown');
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

/** The methods that the conventions of OpenTelemetry name. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']);

/** Where clients see the gateway. A relative URL says nothing of it, and what a request says of it is not to be trusted. */
function placeOf(publicUrl: string) {
  if (!URL.canParse(publicUrl)) return { 'url.scheme': 'http' };
  const { protocol, hostname, port } = new URL(publicUrl);
  const scheme = protocol.slice(0, -1);
  return {
    'url.scheme': scheme,
    'server.address': hostname,
    'server.port': Number(port || (scheme === 'https' ? 443 : 80)),
  };
}

/**
 * Observes requests. The spans of a request have its span as their parent. Attributes are those of the stable conventions of
 * OpenTelemetry for HTTP servers and database clients.
 */
export function tracing(tracer: Tracer, { publicUrl, basePath }: { publicUrl: string; basePath: string }): Observer {
  const contexts = new WeakMap<ObservedRequest, Context>();
  const place = placeOf(publicUrl);
  /** Of the servers of `DATABASE_URL`, which are of one product. */
  let product: DatabaseProduct = 'mysql';

  /** A span of a request, which ended now. */
  const ended = (
    request: ObservedRequest | undefined,
    { name, ms, kind = SpanKind.INTERNAL }: { name: string; ms: number; kind?: SpanKind },
    describe: (span: Span) => void,
  ): void => {
    const parent = request && contexts.get(request);
    if (parent === undefined) return;
    const end = performance.timeOrigin + performance.now();
    const span = tracer.startSpan(name, { kind, startTime: end - ms }, parent);
    describe(span);
    span.end(end);
  };

  return {
    requestBegan(request, response) {
      const { method = '', httpVersion } = response.req;
      const attributes = {
        ...place,
        'http.request.method': METHODS.has(method) ? method : '_OTHER',
        'network.protocol.version': httpVersion,
      };
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, remoteContext(request.trace));
      contexts.set(request, trace.setSpan(ROOT_CONTEXT, span));
      request.trace = contextOf(span);
    },
    requestEnded(request, { method = '', route, status }) {
      const context = contexts.get(request);
      const span = context && trace.getSpan(context);
      if (span === undefined) return;
      const { transport, operation, type, requestId } = request;
      // A known route contains no value of the request. It is a path, unless it has parameters.
      const path = route.startsWith('/') ? basePath + route : undefined;
      const verb = METHODS.has(method) ? method : 'HTTP';
      span.updateName(path === undefined ? verb : `${verb} ${path}`);
      span.setAttributes({
        ...(path !== undefined && { 'http.route': path, ...(!route.includes(':') && { 'url.path': path }) }),
        'http.response.status_code': status,
        'leasegate.operation': operation,
        'leasegate.request_id': requestId,
        ...(transport === 'graphql' && { 'graphql.operation.type': 'query' }),
      });
      if (type !== 'none') fail(span, type, status);
      span.end();
    },
    tokenVerified(request, ms, refusal) {
      ended(request, { name: 'authenticate', ms }, (span) => failWith(span, refusal));
    },
    lookupEnded(request, { operation, ms, failure }) {
      ended(request, { name: `lookup ${operation}`, ms }, (span) => failWith(span, failure));
    },
    connectionOpened: (of) => void (product = of),
    statementEnded({ sql, ms, failed }, request) {
      const name = statementName(sql);
      const [verb = '', table] = name.split(' ');
      ended(request, { name, ms, kind: SpanKind.CLIENT }, (span) => {
        span.setAttributes({
          'db.system.name': product,
          'db.query.summary': name,
          'db.operation.name': verb,
          'db.collection.name': table,
        });
        if (failed) span.setAttribute('error.type', '_OTHER').setStatus({ code: SpanStatusCode.ERROR });
      });
    },
  };
}

/** @param failure undefined for what succeeded */
function failWith(span: Span, failure: unknown): void {
  if (failure === undefined) return;
  const { type, status } = asServiceError(failure, '').entry;
  fail(span, type, status);
}

function fail(span: Span, type: string, status: number): void {
  span.setAttribute('error.type', type);
  // By the conventions of OpenTelemetry a 4xx is no error of the server.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Without the `tracestate`, which may contain anything (decision 57). */
function remoteContext(caller: TraceContext | undefined): Context {
  if (caller === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = caller;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function contextOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

/** The verb and the first table of a statement, as `SELECT leases`. Its text is long and shows how groups are isolated. */
function statementName(sql: string): string {
  const verb = /\b(select|insert|update|delete|set|show|with)\b/i.exec(sql)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const table = /\b(?:from|into|update)\s+(?:`?[\w$]+`?\.)?`?([A-Za-z_]\w*)`?/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb === 'WITH' ? 'SELECT' : verb} ${table}`;
}
