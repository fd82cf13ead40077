/** Sends spans to a collector, by OTLP over HTTP. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Tracer } from '@opentelemetry/api';

/** Milliseconds that the last spans may take when the gateway ends. */
const CLOSING_MS = 1_000;

/** Milliseconds in which spans are taken, tried again or not: what is tried for longer would keep the program from ending. */
const SENDING_MS = 3_000;

export interface ExporterOptions {
  readonly url: string;
  readonly version: string;
  /** Told of a code such as `ECONNREFUSED`, or of a status. */
  readonly onFailure: (code: string | number) => void;
}

export interface Spans {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

/** What waits to be sent is bounded: beyond it spans are lost. The standard variables say how, by the packages' own reading. */
export function exportedSpans({ url, version, onFailure }: ExporterOptions): Spans {
  const agent = new (url.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SENDING_MS, httpAgentOptions: () => agent });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'leasegate', 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(telling(exporter, onFailure))],
  });
  const close = async (): Promise<void> => {
    const ending = new AbortController();
    const impatience = sleep(CLOSING_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    await Promise.race([provider.shutdown().catch(() => undefined), impatience]);
    ending.abort();
    agent.destroy();
  };
  return { tracer: provider.getTracer('leasegate', version), close };
}

/** The packages themselves say nothing of a collector that is away. */
const telling = (exporter: SpanExporter, onFailure: ExporterOptions['onFailure']): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      // Only the code: a message may name the collector's host.
      const { code, name } = (result.error ?? {}) as { code?: string | number; name?: string };
      if (Number(result.code) !== 0) onFailure(code ?? name ?? 'unknown');
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});
